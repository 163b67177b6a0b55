import cv2
import numpy as np
import torch

class YoloDataset(torch.utils.data.Dataset):
    def __getitem__(self, index):
        img = cv2.imread(self.img_files[index])
        img, ratio, pad = letterbox(img, self.img_size)
        bboxes = scale_boxes(self.labels[index], ratio, pad)
        # HWC to CHW, BGR to RGB
        img = img.transpose((2, 0, 1))[::-1]
        img = np.ascontiguousarray(img)
        return torch.from_numpy(img).float() / 255, torch.from_numpy(bboxes)
