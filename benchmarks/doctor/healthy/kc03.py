import argparse
import pathlib

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

# Blob segmentation with a two-level U-Net. Loss = BCE + soft dice, the cut-off is picked on the validation pictures.


class Blobs(Dataset):
    """Noisy 32x32 pictures with bright ellipses (foreground) and bright bars (distractors)."""

    def __init__(self, n, seed, augment=False):
        rng = np.random.default_rng(seed)
        yy, xx = np.mgrid[0:32, 0:32]
        self.images = np.zeros((n, 1, 32, 32), np.float32)
        self.masks = np.zeros((n, 1, 32, 32), np.float32)
        for i in range(n):
            pic = rng.normal(0, 0.25, (32, 32))
            row = rng.integers(2, 30)
            pic[row - 1:row + 1] += 0.8
            mask = np.zeros((32, 32), bool)
            for _ in range(rng.integers(1, 4)):
                cy, cx = rng.uniform(5, 27, 2)
                ry, rx = rng.uniform(3, 6, 2)
                mask |= ((yy - cy) / ry) ** 2 + ((xx - cx) / rx) ** 2 <= 1
            pic[mask] += 0.8
            self.images[i, 0], self.masks[i, 0] = pic, mask
        self.augment = augment

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        x, m = torch.from_numpy(self.images[i]), torch.from_numpy(self.masks[i])
        if self.augment and torch.rand(()) < 0.5:      # picture and mask are turned together
            x, m = x.flip(-1), m.flip(-1)
        if self.augment and torch.rand(()) < 0.5:
            x, m = x.flip(-2), m.flip(-2)
        return x, m


def block(cin, cout):
    return nn.Sequential(nn.Conv2d(cin, cout, 3, padding=1, bias=False), nn.BatchNorm2d(cout), nn.ReLU(),
                         nn.Conv2d(cout, cout, 3, padding=1, bias=False), nn.BatchNorm2d(cout), nn.ReLU())


class UNet(nn.Module):
    def __init__(self, c=12):
        super().__init__()
        self.d1, self.d2, self.mid = block(1, c), block(c, 2 * c), block(2 * c, 4 * c)
        self.up2, self.up1 = nn.ConvTranspose2d(4 * c, 2 * c, 2, 2), nn.ConvTranspose2d(2 * c, c, 2, 2)
        self.u2, self.u1 = block(4 * c, 2 * c), block(2 * c, c)
        self.head = nn.Conv2d(c, 1, 1)
        self.pool = nn.MaxPool2d(2)

    def forward(self, x):
        a = self.d1(x)
        b = self.d2(self.pool(a))
        z = self.mid(self.pool(b))
        z = self.u2(torch.cat([self.up2(z), b], 1))
        z = self.u1(torch.cat([self.up1(z), a], 1))
        return self.head(z)


def bce_dice(logits, target):
    p = logits.sigmoid()
    inter = (p * target).sum((1, 2, 3))
    dice = (2 * inter + 1) / (p.sum((1, 2, 3)) + target.sum((1, 2, 3)) + 1)
    return nn.functional.binary_cross_entropy_with_logits(logits, target) + (1 - dice).mean()


@torch.no_grad()
def collect(model, loader):
    model.eval()
    probs, masks = zip(*[(model(x).sigmoid(), m) for x, m in loader])
    return torch.cat(probs), torch.cat(masks)


def iou(probs, masks, cut):
    """IoU over all the pixels of the set (not a mean of batch means)."""
    guess, truth = probs > cut, masks > 0.5
    return ((guess & truth).sum() / (guess | truth).sum().clamp(min=1)).item()


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=10)
    ap.add_argument("--batch-size", type=int, default=32)
    ap.add_argument("--lr", type=float, default=4e-3)
    ap.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out/kc03"))
    args = ap.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)

    train = DataLoader(Blobs(640, seed=1, augment=True), args.batch_size, shuffle=True)
    valid = DataLoader(Blobs(160, seed=2), args.batch_size)
    test = DataLoader(Blobs(160, seed=3), args.batch_size)

    model = UNet()
    opt = torch.optim.AdamW(model.parameters(), lr=args.lr)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=args.epochs)     # stepped once an epoch
    ckpt, best = args.out / "unet.pt", -1.0
    for epoch in range(args.epochs):
        model.train()
        for x, m in train:
            opt.zero_grad()
            bce_dice(model(x), m).backward()
            opt.step()
        sched.step()
        score = iou(*collect(model, valid), 0.5)
        print(f"[{epoch + 1}/{args.epochs}] valid IoU@0.5 = {score:.4f}")
        if score > best:
            best = score
            torch.save(model.state_dict(), ckpt)

    model.load_state_dict(torch.load(ckpt, weights_only=True))
    probs, masks = collect(model, valid)
    cut = max(np.arange(0.2, 0.81, 0.05).tolist(), key=lambda c: iou(probs, masks, c))
    probs, masks = collect(model, test)
    everything = masks.mean().item()                   # IoU of "all is foreground"
    print(f"cut-off {cut:.2f}: test IoU {iou(probs, masks, cut):.4f} (all foreground would give {everything:.4f})")


if __name__ == "__main__":
    main()
