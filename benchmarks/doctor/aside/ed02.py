"""Handwritten digits with a batch-normalised MLP."""
import argparse

import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--batch-size", type=int, default=16)
    p.add_argument("--hidden", type=int, default=128)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=0)
    return p.parse_args()


def get_data(batch_size, seed):
    images, labels = load_digits(return_X_y=True)
    images = images / 16.0
    x_tr, x_te, y_tr, y_te = train_test_split(
        images, labels, test_size=0.1, stratify=labels, random_state=seed
    )
    as_set = lambda x, y: TensorDataset(
        torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.long)
    )
    return (
        DataLoader(as_set(x_tr, y_tr), batch_size=batch_size, shuffle=True),
        DataLoader(as_set(x_te, y_te), batch_size=256),
    )


class DigitNet(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(64, hidden, bias=False),
            nn.BatchNorm1d(hidden),
            nn.ReLU(),
            nn.Linear(hidden, hidden, bias=False),
            nn.BatchNorm1d(hidden),
            nn.ReLU(),
        )
        self.head = nn.Linear(hidden, 10)

    def forward(self, x):
        return self.head(self.body(x))


def train_one_epoch(model, loader, opt, criterion):
    model.train()
    running = 0.0
    for x, y in loader:
        opt.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        opt.step()
        running += loss.item() * x.size(0)
    return running / len(loader.dataset)


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    hits = sum((model(x).argmax(1) == y).sum().item() for x, y in loader)
    return hits / len(loader.dataset)


def main():
    args = get_args()
    torch.manual_seed(args.seed)
    train_loader, test_loader = get_data(args.batch_size, args.seed)
    print("training images:", len(train_loader.dataset))

    model = DigitNet(args.hidden)
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    criterion = nn.CrossEntropyLoss()
    for epoch in range(args.epochs):
        loss = train_one_epoch(model, train_loader, opt, criterion)
        print(f"epoch {epoch}: train loss {loss:.4f}")
    print(f"test accuracy: {accuracy(model, test_loader):.4f}")


if __name__ == "__main__":
    main()
