"""Cell segmentation with a small U-Net; pictures live in a memory map, the config in a json file."""
import json
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset, Subset


@dataclass
class Config:
    pictures: int = 420
    size: int = 32
    width: int = 10
    batch_size: int = 16
    epochs: int = 8
    lr: float = 0.05
    momentum: float = 0.9
    weight_decay: float = 1e-4
    dice_weight: float = 0.5
    seed: int = 2024


def write_pictures(folder: Path, cfg: Config) -> None:
    """Bright blobs (cells) and thin bright lines (dirt, not to be marked) on an uneven background."""
    rng = np.random.default_rng(cfg.seed)
    n, s = cfg.pictures, cfg.size
    images = np.lib.format.open_memmap(folder / "images.npy", mode="w+", dtype=np.uint8, shape=(n, s, s))
    masks = np.lib.format.open_memmap(folder / "masks.npy", mode="w+", dtype=np.uint8, shape=(n, s, s))
    yy, xx = np.mgrid[:s, :s]
    for k in range(n):
        slope = rng.normal(0, 1, 2)
        image = 70 + 25 * (slope[0] * yy + slope[1] * xx) / s
        mask = np.zeros((s, s), bool)
        for _ in range(rng.integers(2, 6)):
            cy, cx, a, b = rng.uniform(3, s - 3, 2).tolist() + rng.uniform(2.5, 5.5, 2).tolist()
            phi = rng.uniform(0, np.pi)
            u = (yy - cy) * np.cos(phi) + (xx - cx) * np.sin(phi)
            v = -(yy - cy) * np.sin(phi) + (xx - cx) * np.cos(phi)
            cell = (u / a) ** 2 + (v / b) ** 2 <= 1
            image[cell] += rng.uniform(35, 80)
            mask |= cell
        for _ in range(rng.integers(1, 4)):
            phi, off = rng.uniform(0, np.pi), rng.uniform(-10, 10)
            line = np.abs((yy - s / 2) * np.cos(phi) + (xx - s / 2) * np.sin(phi) - off) < 0.6
            image[line & ~mask] += 60
        images[k] = np.clip(image + rng.normal(0, 12, (s, s)), 0, 255).astype(np.uint8)
        masks[k] = mask
    images.flush()
    masks.flush()


class CellDataset(Dataset):
    def __init__(self, folder: Path, augment: bool):
        self.images = np.load(folder / "images.npy", mmap_mode="r")
        self.masks = np.load(folder / "masks.npy", mmap_mode="r")
        self.augment = augment

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        x = torch.from_numpy(self.images[i].astype(np.float32))[None] / 127.5 - 1.0
        y = torch.from_numpy(self.masks[i].astype(np.float32))[None]
        if self.augment:
            turns = int(torch.randint(4, ()))
            x, y = torch.rot90(x, turns, (1, 2)), torch.rot90(y, turns, (1, 2))
            if torch.rand(()) < 0.5:
                x, y = x.flip(2), y.flip(2)
            x = x * (0.85 + 0.3 * torch.rand(())) + 0.1 * torch.randn(())
        return x, y


class Double(nn.Sequential):
    def __init__(self, i, o):
        super().__init__(
            nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.LeakyReLU(0.1),
            nn.Conv2d(o, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.LeakyReLU(0.1),
        )


class UNet(nn.Module):
    def __init__(self, w):
        super().__init__()
        self.d1, self.d2, self.mid = Double(1, w), Double(w, 2 * w), Double(2 * w, 4 * w)
        self.up2, self.u2 = nn.ConvTranspose2d(4 * w, 2 * w, 2, 2), Double(4 * w, 2 * w)
        self.up1, self.u1 = nn.ConvTranspose2d(2 * w, w, 2, 2), Double(2 * w, w)
        self.out = nn.Conv2d(w, 1, 1)

    def forward(self, x):
        a = self.d1(x)
        b = self.d2(F.max_pool2d(a, 2))
        c = self.mid(F.max_pool2d(b, 2))
        x = self.u2(torch.cat([self.up2(c), b], 1))
        x = self.u1(torch.cat([self.up1(x), a], 1))
        return self.out(x)


def mixed_loss(logits, target, dice_weight):
    bce = F.binary_cross_entropy_with_logits(logits, target)
    p = logits.sigmoid()
    overlap = (p * target).sum((1, 2, 3))
    dice = 1 - (2 * overlap + 1) / (p.sum((1, 2, 3)) + target.sum((1, 2, 3)) + 1)
    return (1 - dice_weight) * bce + dice_weight * dice.mean()


@torch.no_grad()
def iou(model, loader):
    model.eval()
    inter = union = 0.0
    for x, y in loader:
        p = model(x) > 0
        inter += (p & (y > 0)).sum().item()
        union += (p | (y > 0)).sum().item()
    return inter / union


def main():
    folder = Path(tempfile.mkdtemp(prefix="cells_"))
    (folder / "config.json").write_text(json.dumps(asdict(Config()), indent=2))
    cfg = Config(**json.loads((folder / "config.json").read_text()))
    torch.manual_seed(cfg.seed)
    write_pictures(folder, cfg)

    order = torch.randperm(cfg.pictures, generator=torch.Generator().manual_seed(cfg.seed)).tolist()
    n_test = n_valid = cfg.pictures // 7
    plain, augmented = CellDataset(folder, False), CellDataset(folder, True)
    test = DataLoader(Subset(plain, order[:n_test]), batch_size=60)
    valid = DataLoader(Subset(plain, order[n_test : n_test + n_valid]), batch_size=60)
    train = DataLoader(Subset(augmented, order[n_test + n_valid :]), batch_size=cfg.batch_size, shuffle=True, drop_last=True)

    model = UNet(cfg.width)
    optimizer = torch.optim.SGD(
        model.parameters(), lr=cfg.lr, momentum=cfg.momentum, nesterov=True, weight_decay=cfg.weight_decay
    )
    scheduler = torch.optim.lr_scheduler.PolynomialLR(optimizer, total_iters=cfg.epochs * len(train), power=0.9)

    best = 0.0
    for epoch in range(cfg.epochs):
        model.train()
        total = 0.0
        for x, y in train:
            optimizer.zero_grad()
            loss = mixed_loss(model(x), y, cfg.dice_weight)
            loss.backward()
            optimizer.step()
            scheduler.step()
            total += loss.item()
        score = iou(model, valid)
        print(f"epoch {epoch + 1}  loss {total / len(train):.4f}  valid IoU {score:.3f}  lr {scheduler.get_last_lr()[0]:.4f}")
        if score > best:
            best = score
            torch.save({"epoch": epoch, "model": model.state_dict(), "iou": score}, folder / "best.pt")

    saved = torch.load(folder / "best.pt", weights_only=True)
    model.load_state_dict(saved["model"])
    print(f"best epoch {saved['epoch'] + 1} (valid IoU {saved['iou']:.3f}); test IoU {iou(model, test):.3f}")


if __name__ == "__main__":
    main()
