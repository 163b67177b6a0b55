import argparse

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class DigitNet(nn.Module):
    def __init__(self, hidden=64, n_classes=10):
        super().__init__()
        self.features = nn.Sequential(
            nn.Linear(64, hidden),
            nn.BatchNorm1d(hidden),
            nn.ReLU(),
            nn.Linear(hidden, hidden),
            nn.BatchNorm1d(hidden),
            nn.ReLU(),
        )
        self.head = nn.Linear(hidden, n_classes)

    def forward(self, x):
        return self.head(self.features(x))


def train_epoch(model, loader, criterion, optimizer):
    model.train()
    total = 0.0
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(y)
    return total / len(loader.dataset)


def predict_image(model, image):
    """Takes one 8x8 image, gives the digit and how sure the net is."""
    x = torch.tensor(image / 16.0, dtype=torch.float32).reshape(1, 64)
    with torch.no_grad():
        probs = torch.softmax(model(x), dim=1)[0]
    digit = int(probs.argmax())
    return digit, float(probs[digit])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=15)
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.manual_seed(args.seed)

    digits = load_digits()
    train_img, test_img, train_y, test_y = train_test_split(
        digits.images, digits.target, test_size=0.2, stratify=digits.target, random_state=args.seed
    )
    train_x = torch.tensor(train_img.reshape(-1, 64) / 16.0, dtype=torch.float32)
    dataset = TensorDataset(train_x, torch.tensor(train_y, dtype=torch.long))
    loader = DataLoader(dataset, batch_size=args.batch_size, shuffle=True, drop_last=True)

    model = DigitNet()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        loss = train_epoch(model, loader, criterion, optimizer)
        print(f"epoch {epoch + 1:2d}  loss {loss:.4f}")

    hits = []
    for image, y in zip(test_img, test_y):
        digit, conf = predict_image(model, image)
        hits.append(digit == y)
        if len(hits) <= 5:
            print(f"true {y}  predicted {digit}  ({conf:.2f})")
    print(f"test accuracy {np.mean(hits):.3f} on {len(hits)} images")


if __name__ == "__main__":
    main()
