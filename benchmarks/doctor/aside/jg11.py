import argparse

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class ResidualBlock(nn.Module):
    def __init__(self, width, dropout):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        out = self.norm(x)
        out = self.dropout(F.relu(self.first(out)))
        out = F.relu(self.second(out))
        out += x
        return out


class DigitNet(nn.Module):
    def __init__(self, width=96, depth=3, dropout=0.1, classes=10):
        super().__init__()
        self.stem = nn.Linear(64, width)
        self.blocks = nn.ModuleList([ResidualBlock(width, dropout) for _ in range(depth)])
        self.head = nn.Linear(width, classes)

    def forward(self, x):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def loaders(batch_size, seed):
    X, y = load_digits(return_X_y=True)
    X = torch.tensor(X / 16.0, dtype=torch.float32)
    y = torch.tensor(y)
    tr, va = train_test_split(torch.arange(len(y)).numpy(), test_size=0.25, stratify=y.numpy(), random_state=seed)
    return (DataLoader(TensorDataset(X[tr], y[tr]), batch_size=batch_size, shuffle=True),
            DataLoader(TensorDataset(X[va], y[va]), batch_size=256))


def run_epoch(model, loader, optimizer=None):
    training = optimizer is not None
    model.train(training)
    loss_sum = correct = n = 0
    with torch.set_grad_enabled(training):
        for xb, yb in loader:
            logits = model(xb)
            loss = F.cross_entropy(logits, yb)
            if training:
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                optimizer.step()
            loss_sum += loss.item() * len(yb)
            correct += (logits.argmax(1) == yb).sum().item()
            n += len(yb)
    return loss_sum / n, correct / n


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=12)
    ap.add_argument("--batch-size", type=int, default=64)
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--seed", type=int, default=0)
    opt = ap.parse_args()

    torch.manual_seed(opt.seed)
    train_dl, valid_dl = loaders(opt.batch_size, opt.seed)
    net = DigitNet()
    optimizer = torch.optim.AdamW(net.parameters(), lr=opt.lr)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=opt.epochs)
    for e in range(opt.epochs):
        tl, ta = run_epoch(net, train_dl, optimizer)
        vl, va = run_epoch(net, valid_dl)
        sched.step()
        print(f"{e:02d} train {tl:.3f}/{ta:.3f} valid {vl:.3f}/{va:.3f}")
