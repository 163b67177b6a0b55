"""Digits with gradient accumulation: micro batches of 16, one update per 64 rows."""
import copy
import math
from itertools import islice

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

MICRO, ACCUMULATE, EPOCHS = 16, 4, 20


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(),
        )
        self.dropout = nn.Dropout(0.25)
        self.fc = nn.Linear(32 * 16, 10)

    def forward(self, x):
        h = self.dropout(self.features(x).flatten(1))
        return F.log_softmax(self.fc(h), dim=1)


def split_data(seed):
    x, y = load_digits(return_X_y=True)
    x_fit, x_test, y_fit, y_test = train_test_split(
        x, y, test_size=0.2, stratify=y, random_state=seed)
    x_train, x_val, y_train, y_val = train_test_split(
        x_fit, y_fit, test_size=0.2, stratify=y_fit, random_state=seed)
    # 16 is the largest grey value a pixel can have
    wrap = lambda a, b: TensorDataset(
        torch.tensor(a / 16.0, dtype=torch.float32).view(-1, 1, 8, 8), torch.tensor(b))
    return wrap(x_train, y_train), wrap(x_val, y_val), wrap(x_test, y_test)


def groups(loader, size):
    """Lists of up to `size` micro batches; the last one may be shorter."""
    it = iter(loader)
    while group := list(islice(it, size)):
        yield group


def evaluate(net, loader):
    net.eval()
    loss = hits = rows = 0
    with torch.inference_mode():
        for x, y in loader:
            logp = net(x)
            loss += F.nll_loss(logp, y, reduction="sum").item()
            hits += (logp.argmax(1) == y).sum().item()
            rows += len(y)
    return loss / rows, hits / rows


def main(seed=12):
    torch.manual_seed(seed)
    train, val, test = split_data(seed)
    train_loader = DataLoader(train, batch_size=MICRO, shuffle=True)
    val_loader, test_loader = (DataLoader(d, batch_size=256) for d in (val, test))

    net = Net()
    decay = [p for p in net.parameters() if p.ndim > 1]
    rest = [p for p in net.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": decay, "weight_decay": 0.01}, {"params": rest, "weight_decay": 0.0}], lr=3e-3)
    updates = EPOCHS * math.ceil(len(train_loader) / ACCUMULATE)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=3e-3, total_steps=updates)

    best, keep = math.inf, None
    for epoch in range(EPOCHS):
        net.train()
        for group in groups(train_loader, ACCUMULATE):
            rows = sum(len(y) for _, y in group)
            for x, y in group:
                loss = F.nll_loss(net(x), y, reduction="sum") / rows
                loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
        val_loss, val_acc = evaluate(net, val_loader)
        if val_loss < best:
            best, keep = val_loss, copy.deepcopy(net.state_dict())
        print(f"{epoch + 1:2d}  val loss {val_loss:.4f}  val acc {val_acc:.4f}")

    net.load_state_dict(keep)
    print("test loss %.4f  test acc %.4f" % evaluate(net, test_loader))


if __name__ == "__main__":
    main()
