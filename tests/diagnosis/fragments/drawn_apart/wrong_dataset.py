class Lungs(Dataset):
    def __init__(self, images, masks, transform=None):
        self.images, self.masks = images, masks
        self.transform = transform

    def __getitem__(self, i):
        image, mask = self.images[i], self.masks[i]
        if self.transform:
            image = self.transform(image)
            mask = self.transform(mask)
        return image, mask


train = Lungs(images, masks, transforms.Compose([transforms.RandomHorizontalFlip(), transforms.RandomRotation(10)]))
