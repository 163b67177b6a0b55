import math

import torch
import torch.nn as nn
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(2)

EPOCHS = 20
BASE_LR = 2e-3
WARMUP = 3


def lr_for_epoch(epoch):
    """The schedule which we handed to keras.callbacks.LearningRateScheduler."""
    if epoch < WARMUP:
        return BASE_LR * (epoch + 1) / WARMUP
    progress = (epoch - WARMUP) / (EPOCHS - WARMUP)
    return BASE_LR * 0.5 * (1 + math.cos(math.pi * progress))


def spirals(n, generator):
    """Three interleaved arms in the plane."""
    label = torch.arange(n) % 3
    r = torch.rand(n, generator=generator) * 0.9 + 0.1
    angle = r * 4.0 + label * (2 * math.pi / 3) + 0.15 * torch.randn(n, generator=generator)
    return torch.stack([r * torch.cos(angle), r * torch.sin(angle)], dim=1), label


g = torch.Generator().manual_seed(0)
train_x, train_y = spirals(3000, g)
valid_x, valid_y = spirals(600, g)
loader = DataLoader(TensorDataset(train_x, train_y), batch_size=32, shuffle=True)

net = nn.Sequential(
    nn.Linear(2, 64), nn.Tanh(),
    nn.Linear(64, 64), nn.Tanh(),
    nn.Linear(64, 3),
)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.Adam(net.parameters(), lr=BASE_LR)
scheduler = LambdaLR(optimizer, lr_lambda=lr_for_epoch)

for epoch in range(EPOCHS):
    net.train()
    epoch_loss = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = criterion(net(xb), yb)
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item() * len(xb)
    scheduler.step()

    net.eval()
    with torch.no_grad():
        out = net(valid_x)
        val_loss = criterion(out, valid_y).item()
        val_acc = (out.argmax(1) == valid_y).float().mean().item()
    print(f"{epoch + 1:2d}/{EPOCHS} loss {epoch_loss / len(train_x):.4f} val_loss {val_loss:.4f} val_acc {val_acc:.4f}")
