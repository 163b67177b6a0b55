"""Digits with gradient accumulation, warm-up + cosine, and the best epoch by validation loss."""
import copy
import math

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SEED, EPOCHS, MICRO, ACCUM = 17, 15, 16, 4
torch.manual_seed(SEED)

x, y = load_digits(return_X_y=True)
x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=0.2, stratify=y, random_state=SEED)
x_train, x_val, y_train, y_val = train_test_split(
    x_rest, y_rest, test_size=0.25, stratify=y_rest, random_state=SEED
)
mean, std = x_train.mean(), x_train.std()  # one number each, from the training images only


def dataset(images, labels):
    images = torch.tensor((images - mean) / std, dtype=torch.float32).view(-1, 1, 8, 8)
    return TensorDataset(images, torch.tensor(labels, dtype=torch.long))


# BatchNorm cannot work on a left-over batch of one, so the rest is dropped (a different rest every epoch)
train_loader = DataLoader(dataset(x_train, y_train), batch_size=MICRO, shuffle=True, drop_last=True)
val_loader = DataLoader(dataset(x_val, y_val), batch_size=256)
test_loader = DataLoader(dataset(x_test, y_test), batch_size=256)

net = nn.Sequential(
    nn.Conv2d(1, 16, 3, padding=1, bias=False),
    nn.BatchNorm2d(16),
    nn.ReLU(),
    nn.MaxPool2d(2),
    nn.Conv2d(16, 32, 3, padding=1, bias=False),
    nn.BatchNorm2d(32),
    nn.ReLU(),
    nn.AdaptiveAvgPool2d(2),
    nn.Flatten(),
    nn.Dropout(0.1),
    nn.Linear(32 * 2 * 2, 10),
)

# no weight decay on biases and norm parameters
decay = [p for p in net.parameters() if p.ndim > 1]
no_decay = [p for p in net.parameters() if p.ndim <= 1]
opt = torch.optim.AdamW([{"params": decay, "weight_decay": 1e-2}, {"params": no_decay, "weight_decay": 0.0}], lr=5e-3)

updates_per_epoch = math.ceil(len(train_loader) / ACCUM)
total = updates_per_epoch * EPOCHS
warm = total // 10


def factor(step):
    if step < warm:
        return (step + 1) / warm
    return 0.5 * (1 + math.cos(math.pi * (step - warm) / (total - warm)))


sched = torch.optim.lr_scheduler.LambdaLR(opt, factor)


@torch.no_grad()
def evaluate(loader):
    net.eval()
    loss_sum, hits, n = 0.0, 0, 0
    for images, labels in loader:
        logits = net(images)
        loss_sum += F.cross_entropy(logits, labels, reduction="sum").item()
        hits += (logits.argmax(dim=1) == labels).sum().item()
        n += labels.numel()
    return loss_sum / n, hits / n


best_loss, best_state = math.inf, None
n_batches = len(train_loader)
for epoch in range(EPOCHS):
    net.train()
    opt.zero_grad()
    for i, (images, labels) in enumerate(train_loader):
        # the last group of an epoch can be shorter than ACCUM
        group_start = i - i % ACCUM
        group_size = min(ACCUM, n_batches - group_start)
        loss = F.cross_entropy(net(images), labels) / group_size
        loss.backward()
        if i + 1 == group_start + group_size:
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            opt.step()
            sched.step()
            opt.zero_grad()
    val_loss, val_acc = evaluate(val_loader)
    if val_loss < best_loss:
        best_loss, best_state = val_loss, copy.deepcopy(net.state_dict())
    print(f"epoch {epoch + 1:2d}  val loss {val_loss:.4f}  val acc {val_acc:.4f}  next lr {sched.get_last_lr()[0]:.5f}")

net.load_state_dict(best_state)
test_loss, test_acc = evaluate(test_loader)
print(f"test, once, with the best epoch: loss {test_loss:.4f}  acc {test_acc:.4f}")
