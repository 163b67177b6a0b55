import random


def augment(image, mask):
    if random.random() < 0.5:
        image = image.flip(-1)
        mask = mask.flip(-1)
    return image, mask
