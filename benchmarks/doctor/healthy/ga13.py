"""Small conv net on digits: micro batches of 16, an update on every 64 images, one-cycle schedule."""
import copy

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.optim.lr_scheduler import OneCycleLR
from torch.utils.data import DataLoader, TensorDataset

MICRO = 16
ACCUM = 4
EPOCHS = 12
N_TRAIN = 1152          # 18 updates of 4 * 16 images


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        widths = [1, 16, 32]
        blocks = []
        for a, b in zip(widths[:-1], widths[1:]):
            blocks += [nn.Conv2d(a, b, 3, padding=1), nn.GroupNorm(4, b), nn.ReLU(), nn.MaxPool2d(2)]
        self.blocks = nn.Sequential(*blocks)
        self.fc = nn.Linear(32 * 2 * 2, 10)

    def forward(self, x):
        h = self.blocks(x).flatten(1)
        h = F.dropout(h, p=0.2, training=self.training)
        return F.log_softmax(self.fc(h), dim=-1)


def split_digits():
    d = load_digits()
    x = torch.tensor(d.images, dtype=torch.float32).unsqueeze(1) / 16
    y = torch.tensor(d.target)
    tr, rest = train_test_split(range(len(y)), train_size=N_TRAIN, random_state=0, stratify=d.target)
    va, te = train_test_split(rest, test_size=0.5, random_state=0, stratify=d.target[rest])
    return [TensorDataset(x[i], y[i]) for i in (tr, va, te)]


def evaluate(model, loader):
    model.eval()
    nll, hits, n = 0.0, 0, 0
    with torch.no_grad():
        for x, y in loader:
            logp = model(x)
            nll += F.nll_loss(logp, y, reduction="sum").item()
            hits += (logp.argmax(-1) == y).sum().item()
            n += y.numel()
    return nll / n, hits / n


def main():
    torch.manual_seed(0)
    torch.set_num_threads(2)
    train_ds, val_ds, test_ds = split_digits()
    train_dl = DataLoader(train_ds, batch_size=MICRO, shuffle=True, drop_last=True)
    val_dl, test_dl = DataLoader(val_ds, batch_size=128), DataLoader(test_ds, batch_size=128)

    assert len(train_dl) % ACCUM == 0
    updates = EPOCHS * len(train_dl) // ACCUM

    model = ConvNet()
    criterion = nn.NLLLoss()
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3, weight_decay=1e-2)
    scheduler = OneCycleLR(optimizer, max_lr=5e-3, total_steps=updates)

    best = (float("inf"), None)
    for epoch in range(EPOCHS):
        model.train()
        optimizer.zero_grad()
        for i, (x, y) in enumerate(train_dl, start=1):
            loss = criterion(model(x), y) / ACCUM
            loss.backward()
            if i % ACCUM == 0:
                nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()

        val_loss, val_acc = evaluate(model, val_dl)
        if val_loss < best[0]:
            best = (val_loss, copy.deepcopy(model.state_dict()))
        print(f"epoch {epoch + 1:2d} val loss {val_loss:.4f} acc {val_acc:.3f} "
              f"lr {scheduler.get_last_lr()[0]:.2e}")

    model.load_state_dict(best[1])
    print("test loss %.4f acc %.3f" % evaluate(model, test_dl))


if __name__ == "__main__":
    main()
