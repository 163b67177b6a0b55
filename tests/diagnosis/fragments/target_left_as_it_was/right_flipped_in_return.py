import numpy as np

def augment(image, mask, rng):
    k = rng.integers(4)
    image = np.rot90(image, k).copy()
    return image, np.rot90(mask, k).copy()
