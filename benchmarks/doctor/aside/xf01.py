"""Blob segmentation with a tiny conv net (course project, week 3)."""
import random

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

random.seed(0)
torch.manual_seed(0)


def draw_sample(rng, size=24):
    """A noisy image with one bright rectangle in it, and its mask."""
    mask = np.zeros((size, size), dtype=np.float32)
    h, w = rng.integers(5, 11, 2)
    r, c = rng.integers(0, size - h), rng.integers(0, size - w)
    mask[r:r + h, c:c + w] = 1.0
    img = 0.8 * mask + rng.normal(0, 0.4, (size, size)).astype(np.float32)
    return img, mask


class BlobDataset(Dataset):
    def __init__(self, n, seed, augment=False):
        rng = np.random.default_rng(seed)
        self.samples = [draw_sample(rng) for _ in range(n)]
        self.augment = augment

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, i):
        img, mask = self.samples[i]
        img = torch.from_numpy(img)[None]
        mask = torch.from_numpy(mask)[None]
        if self.augment:
            # rectangles look the same in any orientation, so flips are free data
            do_h, do_v = random.random() < 0.5, random.random() < 0.5
            if do_h:
                img = img.flip(-1)
            if do_v:
                img = img.flip(-2)
        return img, mask


def conv_block(cin, cout):
    return nn.Sequential(nn.Conv2d(cin, cout, 3, padding=1), nn.BatchNorm2d(cout), nn.ReLU())


net = nn.Sequential(conv_block(1, 12), conv_block(12, 12), conv_block(12, 12), nn.Conv2d(12, 1, 1))
train_dl = DataLoader(BlobDataset(256, 1, augment=True), batch_size=16, shuffle=True)
val_dl = DataLoader(BlobDataset(96, 2), batch_size=32)
opt = torch.optim.Adam(net.parameters(), lr=3e-3)
criterion = nn.BCEWithLogitsLoss()


@torch.no_grad()
def evaluate():
    net.eval()
    inter = union = 0.0
    for x, y in val_dl:
        p = (net(x) > 0).float()
        inter += (p * y).sum().item()
        union += ((p + y) > 0).float().sum().item()
    return inter / union


for epoch in range(6):
    net.train()
    running = 0.0
    for x, y in train_dl:
        opt.zero_grad()
        loss = criterion(net(x), y)
        loss.backward()
        opt.step()
        running += loss.item() * len(x)
    print(f"epoch {epoch} loss {running / len(train_dl.dataset):.4f} val IoU {evaluate():.3f}")
