random.seed(4)


class RandomFlipRotate:
    def __call__(self, t):
        if random.random() < 0.5:
            t = torch.flip(t, dims=[-1])
        return torch.rot90(t, random.randint(0, 3), dims=[-2, -1])


class Cells(Dataset):
    def __init__(self, images, masks, transform=None):
        self.images, self.masks = images, masks
        self.transform = transform

    def __getitem__(self, number):
        image, mask = self.images[number], self.masks[number]
        if self.transform is not None:
            image = self.transform(image)
            mask = self.transform(mask)
        return image, mask


cells = Cells(images, masks, RandomFlipRotate())
