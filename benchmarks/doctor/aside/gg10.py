"""Cell segmentation (bio image hackathon): tiny U-Net, flips and rotations, Dice on validation."""
import os
import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

SIZE = 32
OUT = "out/gg10"


def make_cells(n, seed):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[:SIZE, :SIZE]
    images = np.zeros((n, 1, SIZE, SIZE), np.float32)
    masks = np.zeros_like(images)
    for i in range(n):
        for _ in range(rng.integers(1, 4)):
            cy, cx, r = rng.uniform(4, SIZE - 4), rng.uniform(4, SIZE - 4), rng.uniform(3, 6)
            masks[i, 0] = np.maximum(masks[i, 0], (yy - cy) ** 2 + (xx - cx) ** 2 < r * r)
        images[i, 0] = 0.7 * masks[i, 0] + rng.normal(0, 0.35, (SIZE, SIZE))
    return images, masks


class RandomFlipRotate:
    def __init__(self, p=0.5):
        self.p = p

    def __call__(self, t):
        if random.random() < self.p:
            t = torch.flip(t, dims=[-1])
        if random.random() < self.p:
            t = torch.flip(t, dims=[-2])
        k = random.randint(0, 3)
        return torch.rot90(t, k, dims=[-2, -1])


class CellDataset(Dataset):
    def __init__(self, images, masks, transform=None):
        self.images = torch.from_numpy(images)
        self.masks = torch.from_numpy(masks)
        self.transform = transform

    def __len__(self):
        return len(self.images)

    def __getitem__(self, idx):
        image, mask = self.images[idx], self.masks[idx]
        if self.transform is not None:
            image = self.transform(image)
            mask = self.transform(mask)
        return image, mask


def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class MiniUNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = block(1, 16)
        self.mid = block(16, 32)
        self.dec = block(48, 16)
        self.out = nn.Conv2d(16, 1, 1)

    def forward(self, x):
        e = self.enc(x)
        m = self.mid(F.max_pool2d(e, 2))
        up = F.interpolate(m, scale_factor=2, mode="nearest")
        return self.out(self.dec(torch.cat([e, up], dim=1)))


def dice(logits, target, eps=1e-6):
    pred = (logits > 0).float()
    inter = (pred * target).sum()
    return ((2 * inter + eps) / (pred.sum() + target.sum() + eps)).item()


def main():
    random.seed(0)
    torch.manual_seed(0)
    train_ds = CellDataset(*make_cells(256, seed=1), transform=RandomFlipRotate())
    val_ds = CellDataset(*make_cells(64, seed=2))
    train_dl = DataLoader(train_ds, batch_size=16, shuffle=True)
    val_dl = DataLoader(val_ds, batch_size=64)

    model = MiniUNet()
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(1, 9):
        model.train()
        running = 0.0
        for img, msk in train_dl:
            opt.zero_grad()
            loss = F.binary_cross_entropy_with_logits(model(img), msk)
            loss.backward()
            opt.step()
            running += loss.item() * len(img)
        model.eval()
        with torch.no_grad():
            logits, target = zip(*[(model(img), msk) for img, msk in val_dl])
        print(f"epoch {epoch} train loss {running / len(train_ds):.4f} "
              f"val dice {dice(torch.cat(logits), torch.cat(target)):.4f}")

    os.makedirs(OUT, exist_ok=True)
    torch.save(model.state_dict(), f"{OUT}/unet.pt")


if __name__ == "__main__":
    main()
