class Lungs(Dataset):
    def __init__(self, images, masks, transform, resize=transforms.Resize(64)):
        self.images, self.masks = images, masks
        self.transform, self.resize = transform, resize

    def __getitem__(self, i):
        image = self.resize(self.images[i])
        mask = self.resize(self.masks[i])
        return self.transform(image), mask


train = Lungs(images, masks, transforms.Compose([transforms.ColorJitter(), transforms.ToTensor()]))
