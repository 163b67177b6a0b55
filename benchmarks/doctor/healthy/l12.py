"""Two-headed CNN on synthetic images: which shape (4 classes) and how large (regression, in pixels).

BatchNorm trunk, random flips / quarter turns / noise on the training images, learned task weights (homoscedastic
uncertainty, Kendall et al. 2018).
"""
import math
import random
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

SHAPES = ("disc", "square", "cross", "ring")
SIDE = 20


def draw(kind, radius, rng):
    cy, cx = rng.uniform(radius, SIDE - 1 - radius, size=2)
    yy, xx = np.mgrid[:SIDE, :SIDE]
    dy, dx = np.abs(yy - cy), np.abs(xx - cx)
    dist = np.hypot(dy, dx)
    if kind == "disc":
        mask = dist <= radius
    elif kind == "square":
        mask = np.maximum(dy, dx) <= radius
    elif kind == "cross":
        mask = (np.minimum(dy, dx) <= 0.9) & (np.maximum(dy, dx) <= radius)
    else:
        mask = np.abs(dist - radius + 0.8) <= 0.8
    image = 0.2 + rng.uniform(0.4, 0.8) * mask + 0.1 * rng.standard_normal((SIDE, SIDE))
    return image.astype(np.float32)


def make(n, seed):
    rng = np.random.default_rng(seed)
    kinds = rng.integers(len(SHAPES), size=n)
    radii = rng.uniform(3.0, 8.0, size=n).astype(np.float32)
    images = np.stack([draw(SHAPES[k], r, rng) for k, r in zip(kinds, radii)])[:, None]
    return torch.from_numpy(images), torch.from_numpy(kinds), torch.from_numpy(radii)


class ShapeSet(Dataset):
    def __init__(self, images, kinds, radii, augment=False):
        self.images, self.kinds, self.radii, self.augment = images, kinds, radii, augment

    def __len__(self):
        return len(self.kinds)

    def __getitem__(self, i):
        image = self.images[i]
        if self.augment:  # neither label changes under these
            if random.random() < 0.5:
                image = image.flip(-1)
            image = torch.rot90(image, random.randrange(4), dims=(-2, -1))
            image = image + 0.05 * torch.randn_like(image)
        return image, self.kinds[i], self.radii[i]


def block(i, o):
    return nn.Sequential(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class TwoHeads(nn.Module):
    def __init__(self, mean, std, r_mean, r_std):
        super().__init__()
        for name, value in (("mean", mean), ("std", std), ("r_mean", r_mean), ("r_std", r_std)):
            self.register_buffer(name, torch.as_tensor(value))
        self.trunk = nn.Sequential(
            block(1, 16), nn.MaxPool2d(2), block(16, 32), nn.MaxPool2d(2), block(32, 48),
            nn.AdaptiveAvgPool2d(1), nn.Flatten(),
        )
        self.kind = nn.Linear(48, len(SHAPES))
        self.radius = nn.Linear(48, 1)
        self.log_var = nn.Parameter(torch.zeros(2))

    def forward(self, x):
        h = self.trunk((x - self.mean) / self.std)
        return self.kind(h), self.radius(h).squeeze(-1)  # the radius in standard units

    def losses(self, x, kind, radius):
        logits, z = self(x)
        return torch.stack([F.cross_entropy(logits, kind), F.mse_loss(z, (radius - self.r_mean) / self.r_std)])

    def weigh(self, losses):
        # exp(-s) CE + s/2   and   exp(-s)/2 MSE + s/2
        scale = losses.new_tensor([1.0, 0.5])
        return (torch.exp(-self.log_var) * scale * losses + 0.5 * self.log_var).sum()


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    hits, err, tasks, n = 0, 0.0, torch.zeros(2), 0
    for x, k, r in loader:
        logits, z = model(x)
        hits += (logits.argmax(1) == k).sum().item()
        err += (z * model.r_std + model.r_mean - r).abs().sum().item()
        tasks += torch.stack([F.cross_entropy(logits, k), F.mse_loss(z, (r - model.r_mean) / model.r_std)]) * len(k)
        n += len(k)
    return hits / n, err / n, (tasks / n).tolist()


def main():
    random.seed(1), np.random.seed(1), torch.manual_seed(1)
    torch.set_num_threads(1)
    out = Path("outputs/l12")
    out.mkdir(parents=True, exist_ok=True)

    images, kinds, radii = make(2000, seed=100)
    val, test = make(500, seed=200), make(500, seed=300)
    train_dl = DataLoader(ShapeSet(images, kinds, radii, augment=True), 32, shuffle=True, drop_last=True)
    val_dl, test_dl = DataLoader(ShapeSet(*val), 250), DataLoader(ShapeSet(*test), 250)

    model = TwoHeads(images.mean(), images.std(), radii.mean(), radii.std())
    no_decay = [p for n, p in model.named_parameters() if p.ndim <= 1]  # biases, BatchNorm, task weights
    decay = [p for n, p in model.named_parameters() if p.ndim > 1]
    opt = torch.optim.AdamW([{"params": decay, "weight_decay": 1e-2}, {"params": no_decay, "weight_decay": 0.0}],
                            lr=1.5e-3)
    epochs = 12
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs)

    naive = (val[2] - radii.median()).abs().mean().item()
    best = math.inf
    for epoch in range(1, epochs + 1):
        model.train()
        total = torch.zeros(2)
        for x, k, r in train_dl:
            losses = model.losses(x, k, r)
            opt.zero_grad()
            model.weigh(losses).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            opt.step()
            total += losses.detach()
        sched.step()
        acc, mae, (ce, mse) = evaluate(model, val_dl)
        tr = (total / len(train_dl)).tolist()
        print(f"{epoch:2d} train ce {tr[0]:.3f} mse {tr[1]:.3f} | val ce {ce:.3f} mse {mse:.3f} "
              f"acc {acc:.3f} mae {mae:.2f}px | sigma^2 {model.log_var.exp().tolist()}")
        if ce + mse < best:
            best = ce + mse
            torch.save(model.state_dict(), out / "best.pt")

    model.load_state_dict(torch.load(out / "best.pt", weights_only=True))
    acc, mae, _ = evaluate(model, test_dl)
    print(f"test: accuracy {acc:.3f} (chance 0.25), radius MAE {mae:.2f}px (median guess {naive:.2f}px)")


if __name__ == "__main__":
    main()
