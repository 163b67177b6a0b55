import random
import torchvision.transforms.functional as F

class DetectionDataset(torch.utils.data.Dataset):
    def __getitem__(self, i):
        img = load_image(self.files[i])
        boxes = self.boxes[i].clone()
        if self.train and random.random() < 0.5:
            width = img.shape[-1]
            img = F.hflip(img)
            boxes[:, [0, 2]] = width - boxes[:, [2, 0]]
        return img, {"boxes": boxes, "labels": self.labels[i]}
