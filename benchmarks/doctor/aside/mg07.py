"""Handwritten digits: train, keep the best epoch on disk, load it again for the test."""
import argparse
from pathlib import Path

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--hidden", type=int, default=128)
    p.add_argument("--out", type=Path, default=Path("out/mg07"))
    return p.parse_args()


class Net(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.Flatten(),
        )
        self.head = nn.Sequential(nn.Linear(32 * 4 * 4, hidden), nn.ReLU(), nn.Dropout(0.2), nn.Linear(hidden, 10))

    def forward(self, x):
        return self.head(self.body(x))


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    hits = sum((model(x).argmax(1) == y).sum().item() for x, y in loader)
    return hits / len(loader.dataset)


def main():
    args = get_args()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)

    images, labels = load_digits(return_X_y=True)
    images = images.reshape(-1, 1, 8, 8) / 16.0
    x_train, x_rest, y_train, y_rest = train_test_split(images, labels, test_size=0.4, stratify=labels, random_state=0)
    x_val, x_test, y_val, y_test = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=0)

    def make(x, y, shuffle=False):
        data = TensorDataset(torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.long))
        return DataLoader(data, batch_size=args.batch_size, shuffle=shuffle)

    train, val, test = make(x_train, y_train, True), make(x_val, y_val), make(x_test, y_test)

    model = Net(args.hidden)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    criterion = nn.CrossEntropyLoss()
    best = -1.0
    for epoch in range(1, args.epochs + 1):
        model.train()
        for x, y in train:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()
        score = accuracy(model, val)
        print(f"epoch {epoch}: validation accuracy {score:.4f}")
        if score > best:
            best = score
            torch.save(
                {"epoch": epoch, "args": args, "state_dict": model.state_dict(), "best": best},
                args.out / "checkpoint.pth.tar",
            )

    checkpoint = torch.load(args.out / "checkpoint.pth.tar", map_location="cpu")
    model = Net(checkpoint["args"].hidden)
    model.load_state_dict(checkpoint["state_dict"])
    print(f"best epoch {checkpoint['epoch']}, test accuracy {accuracy(model, test):.4f}")


if __name__ == "__main__":
    main()
