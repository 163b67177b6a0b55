# Transfer on the digits: learn the features on 0..5, then move to 6..9 in two stages.
# Stage one trains only the new head, stage two everything with a smaller rate for the body.
import numpy as np
import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(21)
rng = np.random.default_rng(21)
digits = load_digits()
images = (digits.images[:, None] / 16.0).astype(np.float32)
target = digits.target


def subset(classes, n_train_per_class, n_val_per_class):
    """Rows of these classes, numbered from 0 in the order given, cut per class into train / val / test."""
    number = {c: i for i, c in enumerate(classes)}
    parts = ([], [], [])
    for c in classes:
        rows = rng.permutation(np.flatnonzero(target == c))
        a, b = n_train_per_class, n_train_per_class + n_val_per_class
        for part, chunk in zip(parts, (rows[:a], rows[a:b], rows[b:])):
            part.append(chunk)
    out = []
    for part in parts:
        rows = np.concatenate(part)
        y = np.array([number[c] for c in target[rows]], dtype=np.int64)
        out.append(TensorDataset(torch.from_numpy(images[rows]), torch.from_numpy(y)))
    return out


body = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(),
    nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(32, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(),
    nn.AdaptiveAvgPool2d(2), nn.Flatten(),
)
criterion = nn.CrossEntropyLoss()


@torch.no_grad()
def accuracy(model, dataset):
    model.eval()
    x, y = dataset.tensors
    return (model(x).argmax(1) == y).float().mean().item()


def train(model, dataset, val, optimizer, epochs, batch_size, frozen=None):
    loader = DataLoader(dataset, batch_size=batch_size, shuffle=True, drop_last=len(dataset) % batch_size == 1)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=epochs * len(loader))
    for epoch in range(1, epochs + 1):
        model.train()
        if frozen is not None:
            frozen.eval()                  # its batch norms keep their statistics as well
        total = 0.0
        for xb, yb in loader:
            optimizer.zero_grad()
            loss = criterion(model(xb), yb)
            loss.backward()
            optimizer.step()
            scheduler.step()
            total += loss.item() * len(yb)
        print(f"  epoch {epoch:2d}  loss {total / len(dataset):.4f}  val {accuracy(model, val):.4f}")


print("source task: 0..5")
tr, va, te = subset([0, 1, 2, 3, 4, 5], 120, 25)
source = nn.Sequential(body, nn.Linear(128, 6))
train(source, tr, va, torch.optim.AdamW(source.parameters(), lr=2e-3), epochs=8, batch_size=48)
print(f"  test {accuracy(source, te):.4f}")

tr, va, te = subset([6, 7, 8, 9], 25, 40)
head = nn.Linear(128, 4)
model = nn.Sequential(body, head)

print("target task 6..9: head only")
body.requires_grad_(False)
train(model, tr, va, torch.optim.AdamW(head.parameters(), lr=5e-3), epochs=20, batch_size=20, frozen=body)

print("target task 6..9: everything")
body.requires_grad_(True)
optimizer = torch.optim.AdamW([
    {"params": body.parameters(), "lr": 3e-4},
    {"params": head.parameters(), "lr": 1e-3},
], weight_decay=1e-2)
train(model, tr, va, optimizer, epochs=12, batch_size=20)
print(f"test on 6..9: {accuracy(model, te):.4f}")
