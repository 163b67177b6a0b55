import numpy as np


class Cells:
    def __getitem__(self, i):
        image, mask = self.images[i], self.masks[i]
        if np.random.rand() > 0.5:
            image = np.fliplr(image)
        k = np.random.randint(4)
        image = np.rot90(image, k).copy()
        return image, mask
