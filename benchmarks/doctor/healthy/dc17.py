# %% digits: mixup, accumulated gradients, one-cycle, EMA with its buffers, flip-free TTA
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, TensorDataset

EPOCHS, BATCH, ACCUM, LR, ALPHA = 20, 16, 4, 6e-3, 0.2
torch.manual_seed(6)
np.random.seed(6)

# %% data: 8x8 images are in 0..16
d = load_digits()
x = torch.from_numpy(d.images).float().div(16).unsqueeze(1)
y = torch.from_numpy(d.target).long()
dev, test = train_test_split(np.arange(len(y)), test_size=0.25, stratify=d.target, random_state=1)
train, valid = train_test_split(dev, test_size=0.2, stratify=d.target[dev], random_state=1)
train_dl = DataLoader(TensorDataset(x[train], y[train]), batch_size=BATCH, shuffle=True)


def shift(batch, dy, dx):
    padded = F.pad(batch, (1, 1, 1, 1))
    return padded[..., 1 + dy:9 + dy, 1 + dx:9 + dx]


def mixup(xb, yb):
    lam = float(np.random.beta(ALPHA, ALPHA))
    other = torch.randperm(len(xb))
    soft = F.one_hot(yb, 10).float()
    return lam * xb + (1 - lam) * xb[other], lam * soft + (1 - lam) * soft[other]


# %% model
class Residual(nn.Module):
    def __init__(self, ch):
        super().__init__()
        self.a = nn.Sequential(nn.Conv2d(ch, ch, 3, padding=1, bias=False), nn.BatchNorm2d(ch), nn.ReLU())
        self.b = nn.Sequential(nn.Conv2d(ch, ch, 3, padding=1, bias=False), nn.BatchNorm2d(ch))

    def forward(self, x):
        return F.relu(x + self.b(self.a(x)))


net = nn.Sequential(
    nn.Conv2d(1, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(),
    Residual(32), nn.MaxPool2d(2), Residual(32), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(128, 10),
)
ema = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.95), use_buffers=True)

decay = [p for p in net.parameters() if p.ndim > 1]
no_decay = [p for p in net.parameters() if p.ndim <= 1]
opt = torch.optim.AdamW([{"params": decay, "weight_decay": 1e-2}, {"params": no_decay, "weight_decay": 0.0}], lr=LR)
updates = -(-len(train_dl) // ACCUM)                       # the last group of an epoch may be smaller
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=LR, total_steps=EPOCHS * updates, pct_start=0.2)


# %%
@torch.no_grad()
def proba(model, rows, tta=False):
    model.eval()
    moves = [(0, 0), (0, 1), (0, -1)] if tta else [(0, 0)]
    return torch.stack([model(shift(x[rows], *m)).softmax(1) for m in moves]).mean(0)


def accuracy(p, rows):
    return (p.argmax(1) == y[rows]).float().mean().item()


for epoch in range(EPOCHS):
    net.train()
    seen, n = 0.0, len(train_dl)
    for i, (xb, yb) in enumerate(train_dl):
        dy, dx = torch.randint(-1, 2, (2,)).tolist()
        xb, target = mixup(shift(xb, dy, dx), yb)
        group = min(ACCUM, n - i // ACCUM * ACCUM)          # how many batches this update really has
        loss = F.cross_entropy(net(xb), target)
        (loss / group).backward()
        seen += loss.item()
        if (i + 1) % ACCUM == 0 or i + 1 == n:
            nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            opt.step()
            opt.zero_grad(set_to_none=True)
            sched.step()
            ema.update_parameters(net)
    if (epoch + 1) % 5 == 0:
        print(f"{epoch + 1:3d}  mixup loss {seen / n:.4f}  valid: net {accuracy(proba(net, valid), valid):.4f}"
              f"  ema {accuracy(proba(ema, valid), valid):.4f}")

# %% choose on validation, report on test
use_tta = accuracy(proba(ema, valid, tta=True), valid) > accuracy(proba(ema, valid), valid)
print(f"tta: {use_tta}; test accuracy {accuracy(proba(ema, test, tta=use_tta), test):.4f}")
