import cv2
import numpy as np


def load(path, mask_path):
    img = cv2.imread(path)
    img = img[..., ::-1]
    mask = cv2.imread(mask_path, 0)
    img = img.transpose(2, 0, 1)
    return img.astype("float32") / 255, mask > 0
