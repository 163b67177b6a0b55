import argparse
import math

import torch
import torch.nn as nn
from torch.optim.lr_scheduler import StepLR
from torch.utils.data import DataLoader, TensorDataset

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=30)
parser.add_argument("--batch-size", type=int, default=32)
parser.add_argument("--lr", type=float, default=0.1)
parser.add_argument("--step-size", type=int, default=10)
parser.add_argument("--gamma", type=float, default=0.1)
parser.add_argument("--seed", type=int, default=5)
args = parser.parse_args()

torch.manual_seed(args.seed)


def spirals(n_per_arm, arms=3, noise=0.15):
    points, labels = [], []
    for arm in range(arms):
        r = torch.rand(n_per_arm).sqrt() * 3 + 0.2
        angle = r * 1.8 + 2 * math.pi * arm / arms
        xy = torch.stack([r * angle.cos(), r * angle.sin()], dim=1)
        points.append(xy + noise * torch.randn_like(xy))
        labels.append(torch.full((n_per_arm,), arm))
    return torch.cat(points), torch.cat(labels)


x_train, y_train = spirals(600)
x_val, y_val = spirals(200)
train_loader = DataLoader(TensorDataset(x_train, y_train), batch_size=args.batch_size, shuffle=True)

model = nn.Sequential(nn.Linear(2, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=args.lr, momentum=0.9)
scheduler = StepLR(optimizer, step_size=args.step_size, gamma=args.gamma)
loss_fn = nn.CrossEntropyLoss()


def train_one_epoch():
    model.train()
    total = 0.0
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(y)
    return total / len(x_train)


@torch.no_grad()
def validate():
    model.eval()
    out = model(x_val)
    return loss_fn(out, y_val).item(), (out.argmax(1) == y_val).float().mean().item()


for epoch in range(1, args.epochs + 1):
    train_loss = train_one_epoch()
    val_loss, val_acc = validate()
    scheduler.step()
    if epoch == 1 or epoch % 5 == 0:
        print(f"Epoch {epoch:3d}  train {train_loss:.4f}  val {val_loss:.4f}  acc {val_acc:.3f}")
