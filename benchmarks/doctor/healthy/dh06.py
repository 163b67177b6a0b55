# Sharpness-aware minimisation on the 8x8 digits, written out by hand:
# every batch is gone through twice, the weights are moved up the slope and put back again.
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

torch.manual_seed(0)
digits = load_digits()
x = (digits.images / 16.0).astype(np.float32)[:, None]
y = digits.target
x_tr, x_va, y_tr, y_va = train_test_split(x, y, test_size=0.3, stratify=y, random_state=0)
x_tr, x_va = torch.from_numpy(x_tr), torch.from_numpy(x_va)
y_tr, y_va = torch.from_numpy(y_tr), torch.from_numpy(y_va)

net = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(),
    nn.MaxPool2d(2),
    nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(),
    nn.Flatten(), nn.Linear(32 * 16, 10),
)
params = list(net.parameters())
base = torch.optim.SGD(params, lr=0.1, momentum=0.9, weight_decay=5e-4)
EPOCHS, BATCH, RHO = 8, 64, 0.05
steps = EPOCHS * ((len(x_tr) + BATCH - 1) // BATCH)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(base, T_max=steps)


def climb():
    """Move to the worst point in a ball of radius RHO and say how far each weight went."""
    norm = torch.norm(torch.stack([p.grad.norm() for p in params]))
    moves = []
    with torch.no_grad():
        for p in params:
            e = p.grad * (RHO / (norm + 1e-12))
            p.add_(e)
            moves.append(e)
    return moves


for epoch in range(EPOCHS):
    net.train()
    seen, total = 0, 0.0
    for idx in torch.randperm(len(x_tr)).split(BATCH):
        xb, yb = x_tr[idx], y_tr[idx]

        loss = F.cross_entropy(net(xb), yb)
        base.zero_grad()
        loss.backward()
        moves = climb()

        base.zero_grad()
        F.cross_entropy(net(xb), yb).backward()
        with torch.no_grad():
            for p, e in zip(params, moves):
                p.sub_(e)
        base.step()
        sched.step()

        total += loss.item() * len(idx)
        seen += len(idx)
    net.eval()
    with torch.no_grad():
        acc = (net(x_va).argmax(1) == y_va).float().mean().item()
    print(f"epoch {epoch + 1}: train loss {total / seen:.4f}  held-out accuracy {acc:.4f}")
