"""Digits with micro-batches: gradient accumulation, CPU autocast in bfloat16, one-cycle schedule.

The loss of a micro-batch is *summed* and divided by the number of rows of its whole group, so the
(shorter) group at the end of an epoch is an exact mean as well.
"""
import copy
import math
from itertools import islice

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(7)
torch.set_num_threads(2)

MICRO, ACCUM, EPOCHS, PEAK_LR = 16, 4, 12, 4e-3

pixels, digits = load_digits(return_X_y=True)
x_rest, x_test, y_rest, y_test = train_test_split(pixels, digits, test_size=300, stratify=digits, random_state=1)
x_train, x_val, y_train, y_val = train_test_split(x_rest, y_rest, test_size=300, stratify=y_rest, random_state=1)


def as_dataset(x, y):
    # pixels are 0..16 by definition of the data set, so this is a unit, not a statistic
    images = torch.tensor(x, dtype=torch.float32).reshape(-1, 1, 8, 8) / 16.0
    return TensorDataset(images, torch.tensor(y, dtype=torch.long))


train_loader = DataLoader(as_dataset(x_train, y_train), batch_size=MICRO, shuffle=True)
val_loader = DataLoader(as_dataset(x_val, y_val), batch_size=150)
test_loader = DataLoader(as_dataset(x_test, y_test), batch_size=150)

# GroupNorm: its statistics do not depend on how small the micro-batch is
net = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1), nn.GroupNorm(4, 16), nn.ReLU(),
    nn.Conv2d(16, 32, 3, padding=1), nn.GroupNorm(4, 32), nn.ReLU(),
    nn.MaxPool2d(2),
    nn.Flatten(), nn.Dropout(0.2), nn.Linear(32 * 4 * 4, 10),
)

decay = [p for p in net.parameters() if p.ndim > 1]
no_decay = [p for p in net.parameters() if p.ndim <= 1]
optimizer = torch.optim.AdamW(
    [{"params": decay, "weight_decay": 1e-2}, {"params": no_decay, "weight_decay": 0.0}], lr=PEAK_LR
)
updates_per_epoch = math.ceil(len(train_loader) / ACCUM)
scheduler = torch.optim.lr_scheduler.OneCycleLR(
    optimizer, max_lr=PEAK_LR, total_steps=EPOCHS * updates_per_epoch, pct_start=0.25
)


def groups(loader, size):
    it = iter(loader)
    while group := list(islice(it, size)):
        yield group


@torch.inference_mode()
def accuracy(loader):
    net.eval()
    right = rows = 0
    for images, target in loader:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits = net(images)
        right += (logits.argmax(1) == target).sum().item()
        rows += target.numel()
    return right / rows


best_acc, best_state = -1.0, None
for epoch in range(1, EPOCHS + 1):
    net.train()
    running, seen = 0.0, 0
    for group in groups(train_loader, ACCUM):
        rows = sum(target.numel() for _, target in group)
        optimizer.zero_grad(set_to_none=True)
        for images, target in group:
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits = net(images)
            # the loss itself is worked out in float32; bfloat16 needs no GradScaler
            loss = F.cross_entropy(logits.float(), target, reduction="sum") / rows
            loss.backward()
            running += loss.item() * rows
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        seen += rows
    acc = accuracy(val_loader)
    if acc > best_acc:
        best_acc, best_state = acc, copy.deepcopy(net.state_dict())
    print(f"epoch {epoch:2d}  train loss {running / seen:.4f}  val acc {acc:.3f}  lr {scheduler.get_last_lr()[0]:.1e}")

net.load_state_dict(best_state)
print(f"chosen on validation ({best_acc:.3f}); test accuracy {accuracy(test_loader):.3f}; guessing gives about 0.10")
