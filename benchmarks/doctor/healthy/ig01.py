"""Small CNN on the 8x8 digits: micro-batches of 16, an optimizer step per 64 samples, warm-up + cosine."""
import copy
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(11)
torch.set_num_threads(2)

MICRO, ACCUM, EPOCHS, PATIENCE = 16, 4, 20, 5

digits = load_digits()
x = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 16.0
y = torch.tensor(digits.target, dtype=torch.long)
idx_train, idx_rest = train_test_split(np.arange(len(y)), test_size=0.4, random_state=0,
                                       stratify=digits.target)
idx_val, idx_test = train_test_split(idx_rest, test_size=0.5, random_state=0,
                                     stratify=digits.target[idx_rest])


def part(idx):
    idx = torch.as_tensor(idx)
    return TensorDataset(x[idx], y[idx])


# no drop_last: the last group of an epoch is smaller and is weighted by what it really holds
train_loader = DataLoader(part(idx_train), batch_size=MICRO, shuffle=True)
val_loader = DataLoader(part(idx_val), batch_size=256)
test_loader = DataLoader(part(idx_test), batch_size=256)

model = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1), nn.GroupNorm(4, 16), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(16, 32, 3, padding=1), nn.GroupNorm(4, 32), nn.ReLU(), nn.MaxPool2d(2),
    nn.Flatten(), nn.Dropout(0.2), nn.Linear(32 * 2 * 2, 10),
)

steps_per_epoch = math.ceil(len(train_loader) / ACCUM)
total_steps = steps_per_epoch * EPOCHS
warmup = total_steps // 10


def lr_factor(step):
    if step < warmup:
        return (step + 1) / warmup
    return 0.5 * (1 + math.cos(math.pi * (step - warmup) / (total_steps - warmup)))


optimizer = torch.optim.AdamW(model.parameters(), lr=4e-3, weight_decay=0.01)
scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lr_factor)


@torch.no_grad()
def evaluate(loader):
    model.eval()
    loss, right, n = 0.0, 0, 0
    for xb, yb in loader:
        out = model(xb)
        loss += F.cross_entropy(out, yb, reduction="sum").item()
        right += (out.argmax(1) == yb).sum().item()
        n += len(yb)
    return loss / n, right / n


best_loss, best_state, bad = float("inf"), None, 0
for epoch in range(EPOCHS):
    model.train()
    optimizer.zero_grad()
    seen = 0
    for i, (xb, yb) in enumerate(train_loader, start=1):
        # summed here, divided by the number of samples of the group just before the step
        F.cross_entropy(model(xb), yb, reduction="sum").backward()
        seen += len(yb)
        if i % ACCUM == 0 or i == len(train_loader):
            for p in model.parameters():
                p.grad.div_(seen)
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            seen = 0

    val_loss, val_acc = evaluate(val_loader)
    print(f"epoch {epoch + 1:2d}  val loss {val_loss:.4f}  val acc {val_acc:.3f}")
    if val_loss < best_loss:
        best_loss, bad = val_loss, 0
        best_state = copy.deepcopy(model.state_dict())
    else:
        bad += 1
        if bad >= PATIENCE:
            break

model.load_state_dict(best_state)
print("test: loss %.4f  accuracy %.3f" % evaluate(test_loader))
