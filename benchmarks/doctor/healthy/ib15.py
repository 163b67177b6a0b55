"""Body trained on the digits 0-4, kept fixed (batch norm too) for the digits 5-9."""
import argparse
from pathlib import Path

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self, n_classes, freeze_body=False):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 24, 3, padding=1, bias=False), nn.BatchNorm2d(24), nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(24, 48, 3, padding=1, bias=False), nn.BatchNorm2d(48), nn.ReLU(),
            nn.MaxPool2d(2), nn.Flatten(),
        )
        self.head = nn.Linear(48 * 2 * 2, n_classes)
        self.freeze_body = freeze_body
        if freeze_body:
            self.body.requires_grad_(False)

    def train(self, mode=True):
        super().train(mode)
        if self.freeze_body:
            self.body.eval()        # the running statistics stay those of 0-4
        return self

    def forward(self, x):
        if self.freeze_body:
            with torch.no_grad():
                features = self.body(x)
        else:
            features = self.body(x)
        return self.head(features)


def loaders(digits, batch_size, seed):
    x, y = load_digits(return_X_y=True)
    keep = [i for i, label in enumerate(y) if label in digits]
    x = torch.tensor(x[keep], dtype=torch.float32).div_(16).reshape(-1, 1, 8, 8)
    y = torch.tensor([digits.index(label) for label in y[keep]])
    train, test = train_test_split(torch.arange(len(y)).numpy(), test_size=0.3,
                                   stratify=y.numpy(), random_state=seed)
    make = lambda rows, **kw: DataLoader(TensorDataset(x[rows], y[rows]), **kw)
    return (make(train, batch_size=batch_size, shuffle=True, drop_last=True),
            make(test, batch_size=256, shuffle=False))


def train(model, loader, epochs, max_lr):
    weights = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.SGD(weights, lr=max_lr, momentum=0.9, nesterov=True, weight_decay=1e-4)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=max_lr, epochs=epochs, steps_per_epoch=len(loader))
    criterion = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        model.train()
        running = torch.zeros(())
        for x, y in loader:
            loss = criterion(model(x), y)
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            scheduler.step()
            running += loss.detach()
        print(f"  epoch {epoch + 1:2d}  loss {running.item() / len(loader):.4f}")


def accuracy(model, loader):
    model.eval()
    with torch.inference_mode():
        hits = sum((model(x).argmax(1) == y).sum() for x, y in loader)
    return hits.item() / len(loader.dataset)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=2)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    out = Path("out/ib15")
    out.mkdir(parents=True, exist_ok=True)

    train_dl, test_dl = loaders([0, 1, 2, 3, 4], 32, args.seed)
    source = Net(5)
    train(source, train_dl, args.epochs, max_lr=0.05)
    print(f"0-4: test accuracy {accuracy(source, test_dl):.3f}")
    torch.save(source.body.state_dict(), out / "body.pt")

    train_dl, test_dl = loaders([5, 6, 7, 8, 9], 32, args.seed)
    target = Net(5, freeze_body=True)
    target.body.load_state_dict(torch.load(out / "body.pt", weights_only=True))
    train(target, train_dl, 2 * args.epochs, max_lr=0.1)
    print(f"5-9: test accuracy {accuracy(target, test_dl):.3f}")


if __name__ == "__main__":
    main()
