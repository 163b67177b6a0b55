import cv2
import numpy as np


def add_noise(path, sigma=12.0):
    img = cv2.imread(path).astype(np.float32)
    img += np.random.normal(0, sigma, img.shape)
    np.clip(img, 0, 255, out=img)
    return img.astype(np.uint8)
