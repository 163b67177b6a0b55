"""A small ConvNet with batch norm and dropout; validation in a function of its own."""
from dataclasses import dataclass, field

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Run:
    epochs: int = 15
    lr: float = 2e-3
    batch: int = 32
    seed: int = 9
    history: list = field(default_factory=list)


def conv_block(c_in, c_out):
    return nn.Sequential(
        nn.Conv2d(c_in, c_out, 3, padding=1, bias=False),
        nn.BatchNorm2d(c_out),
        nn.ReLU(inplace=True),
        nn.MaxPool2d(2),
    )


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(conv_block(1, 16), conv_block(16, 32))
        self.drop = nn.Dropout(0.5)
        self.fc = nn.Linear(32 * 2 * 2, 10)

    def forward(self, x):
        return self.fc(self.drop(self.blocks(x).flatten(1)))


def loaders(run):
    X, y = load_digits(return_X_y=True)
    X = torch.tensor(X / 16.0, dtype=torch.float32).unsqueeze(1).view(-1, 1, 8, 8)
    y = torch.tensor(y, dtype=torch.long)
    # few training images on purpose
    tr, va = train_test_split(range(len(y)), train_size=400, stratify=y.numpy(), random_state=run.seed)
    return (
        DataLoader(TensorDataset(X[tr], y[tr]), batch_size=run.batch, shuffle=True),
        DataLoader(TensorDataset(X[va], y[va]), batch_size=256),
    )


def validate(net, loader):
    net.eval()
    loss, hits, n = 0.0, 0, 0
    with torch.no_grad():
        for x, y in loader:
            out = net(x)
            loss += nn.functional.cross_entropy(out, y, reduction="sum").item()
            hits += (out.argmax(1) == y).sum().item()
            n += len(y)
    return loss / n, hits / n


def main():
    run = Run()
    torch.manual_seed(run.seed)
    train_loader, val_loader = loaders(run)
    net = ConvNet()
    opt = torch.optim.Adam(net.parameters(), lr=run.lr)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=run.epochs)

    net.train()
    for epoch in range(run.epochs):
        total, n = 0.0, 0
        for x, y in train_loader:
            opt.zero_grad()
            loss = nn.functional.cross_entropy(net(x), y)
            loss.backward()
            opt.step()
            total += loss.item() * len(y)
            n += len(y)
        sched.step()
        val_loss, val_acc = validate(net, val_loader)
        run.history.append((total / n, val_loss, val_acc))
        print(f"epoch {epoch + 1:2d}: train {total / n:.4f}  val {val_loss:.4f}  acc {val_acc:.4f}")

    print("last val accuracy:", round(run.history[-1][2], 4))


if __name__ == "__main__":
    main()
