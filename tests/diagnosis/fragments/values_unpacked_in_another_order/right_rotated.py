import torch


def rotated(height, width):
    """The size after a turn by 90 degrees."""
    return width, height


def rotate(images):
    height, width = images.shape[-2:]
    images = torch.rot90(images, 1, (-2, -1))
    height, width = rotated(height, width)
    assert images.shape[-2:] == (height, width)
    return images
