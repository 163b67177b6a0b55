"""Find the bright disc in a noisy 32x32 picture: a small segmentation net with a Dice loss of its own."""
import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset


class Discs(Dataset):
    def __init__(self, n, size=32, seed=0):
        rng = np.random.default_rng(seed)
        yy, xx = np.mgrid[:size, :size]
        images, masks = [], []
        for _ in range(n):
            cy, cx = rng.uniform(8, size - 8, size=2)
            r = rng.uniform(4, 8)
            mask = ((yy - cy) ** 2 + (xx - cx) ** 2 <= r ** 2).astype("float32")
            image = mask * rng.uniform(0.6, 1.0) + 0.35 * rng.normal(size=(size, size))
            images.append(image.astype("float32"))
            masks.append(mask)
        self.images = torch.from_numpy(np.stack(images)).unsqueeze(1)
        self.masks = torch.from_numpy(np.stack(masks)).unsqueeze(1)

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        return self.images[i], self.masks[i]


def conv(c_in, c_out):
    return nn.Sequential(nn.Conv2d(c_in, c_out, 3, padding=1), nn.BatchNorm2d(c_out), nn.ReLU())


class MiniUNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = conv(1, 8)
        self.pool = nn.MaxPool2d(2)
        self.mid = conv(8, 16)
        self.up = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=False)
        self.dec = conv(8 + 16, 8)
        self.out = nn.Conv2d(8, 1, 1)

    def forward(self, x):
        e = self.enc(x)
        m = self.up(self.mid(self.pool(e)))
        return self.out(self.dec(torch.cat([e, m], dim=1)))     # logits


class DiceLoss(nn.Module):
    def __init__(self, smooth=1.0):
        super().__init__()
        self.smooth = smooth

    def forward(self, logits, target):
        pred = (torch.sigmoid(logits) > 0.5).float()
        inter = (pred * target).sum(dim=(1, 2, 3))
        total = pred.sum(dim=(1, 2, 3)) + target.sum(dim=(1, 2, 3))
        dice = (2 * inter + self.smooth) / (total + self.smooth)
        return 1 - dice.mean()


def iou(model, loader):
    model.eval()
    inter = union = 0
    with torch.no_grad():
        for x, m in loader:
            p = model(x) > 0
            t = m > 0.5
            inter += (p & t).sum().item()
            union += (p | t).sum().item()
    return inter / max(union, 1)


def main(epochs=6):
    torch.manual_seed(0)
    train_loader = DataLoader(Discs(400, seed=1), batch_size=20, shuffle=True)
    val_loader = DataLoader(Discs(100, seed=2), batch_size=50)
    model = MiniUNet()
    criterion = DiceLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(epochs):
        model.train()
        total = 0.0
        for x, m in train_loader:
            optimizer.zero_grad()
            loss = criterion(model(x), m)
            loss.backward()
            optimizer.step()
            total += loss.item()
        print(f"epoch {epoch}: dice loss {total / len(train_loader):.4f}, val IoU {iou(model, val_loader):.3f}")


if __name__ == "__main__":
    main()
