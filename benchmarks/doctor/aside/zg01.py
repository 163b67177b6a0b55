"""Small conv net on the 8x8 digits: train, keep the best epoch, report on the test part."""
import argparse
import os

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset


class DigitNet(nn.Module):
    def __init__(self, channels, hidden, drop):
        super().__init__()
        self.conv1 = nn.Conv2d(1, channels, 3, padding=1)
        self.conv2 = nn.Conv2d(channels, 2 * channels, 3, padding=1)
        self.fc1 = nn.Linear(2 * channels * 4, hidden)
        self.drop = nn.Dropout(drop)
        self.fc2 = nn.Linear(hidden, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = self.drop(F.relu(self.fc1(x.flatten(1))))
        return self.fc2(x)


def get_loaders(batch_size, seed):
    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).astype(np.float32).reshape(-1, 1, 8, 8)
    x_train, x_rest, y_train, y_rest = train_test_split(x, y, test_size=0.4, stratify=y, random_state=seed)
    x_val, x_test, y_val, y_test = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=seed)

    def loader(a, b, shuffle):
        data = TensorDataset(torch.from_numpy(a), torch.from_numpy(b).long())
        return DataLoader(data, batch_size=batch_size, shuffle=shuffle)

    return loader(x_train, y_train, True), loader(x_val, y_val, False), loader(x_test, y_test, False)


@torch.no_grad()
def predict(model, loader, device):
    model.eval()
    preds, golds = [], []
    for x, y in loader:
        preds.append(model(x.to(device)).argmax(dim=1).cpu())
        golds.append(y)
    return torch.cat(preds).numpy(), torch.cat(golds).numpy()


def train(args, model, train_loader, val_loader, device):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=1e-2)
    best = 0.0
    for epoch in range(args.epochs):
        model.train()
        total = 0.0
        for x, y in train_loader:
            x, y = x.to(device), y.to(device)
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(y)
        preds, golds = predict(model, val_loader, device)
        acc = float((preds == golds).mean())
        print(f"epoch {epoch + 1:2d}  loss {total / len(train_loader.dataset):.4f}  val acc {acc:.4f}")
        if acc > best:
            best = acc
            torch.save(
                {
                    "epoch": epoch + 1,
                    "val_acc": acc,
                    "args": args,
                    "model": model.state_dict(),
                    "optimizer": optimizer.state_dict(),
                },
                os.path.join(args.output, "best.pt"),
            )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--channels", type=int, default=16)
    parser.add_argument("--hidden", type=int, default=64)
    parser.add_argument("--drop", type=float, default=0.2)
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--batch_size", type=int, default=64)
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--output", default="out/zg01")
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    os.makedirs(args.output, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    train_loader, val_loader, test_loader = get_loaders(args.batch_size, args.seed)

    model = DigitNet(args.channels, args.hidden, args.drop).to(device)
    train(args, model, train_loader, val_loader, device)

    checkpoint = torch.load(os.path.join(args.output, "best.pt"), map_location=device)
    saved = checkpoint["args"]
    best_model = DigitNet(saved.channels, saved.hidden, saved.drop).to(device)
    best_model.load_state_dict(checkpoint["model"])
    print(f"best epoch {checkpoint['epoch']} with val acc {checkpoint['val_acc']:.4f}")
    preds, golds = predict(best_model, test_loader, device)
    print(classification_report(golds, preds, digits=3))


if __name__ == "__main__":
    main()
