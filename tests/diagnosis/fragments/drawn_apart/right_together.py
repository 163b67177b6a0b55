flip = transforms.RandomHorizontalFlip()


def augment(image, mask):
    both = flip(torch.cat([image, mask]))
    return both[:3], both[3:]
