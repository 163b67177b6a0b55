class Lungs(Dataset):
    def __init__(self, images, masks, joint, to_tensor):
        self.images, self.masks = images, masks
        self.joint, self.to_tensor = joint, to_tensor

    def __getitem__(self, i):
        image, mask = self.joint(self.images[i], self.masks[i])
        return self.to_tensor(image), self.to_tensor(mask)


class Joint:
    def __init__(self):
        self.flip = transforms.RandomHorizontalFlip()

    def __call__(self, image, mask):
        return self.flip(torch.cat([image, mask])).chunk(2)
