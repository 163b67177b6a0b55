import argparse
import os

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset


class DigitNet(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.conv1 = nn.Conv2d(1, width, 3, padding=1)
        self.conv2 = nn.Conv2d(width, 2 * width, 3, padding=1)
        self.fc = nn.Linear(2 * width * 4, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return self.fc(x.flatten(1))


def loaders(batch_size, seed):
    digits = load_digits()
    x = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 16.0
    y = torch.tensor(digits.target, dtype=torch.long)
    itr, ite = train_test_split(range(len(y)), test_size=0.25, stratify=digits.target, random_state=seed)
    tr = DataLoader(TensorDataset(x[itr], y[itr]), batch_size=batch_size, shuffle=True)
    te = DataLoader(TensorDataset(x[ite], y[ite]), batch_size=256)
    return tr, te


@torch.no_grad()
def accuracy(net, loader, device):
    net.eval()
    hits = sum((net(x.to(device)).argmax(1).cpu() == y).sum().item() for x, y in loader)
    return hits / len(loader.dataset)


def train(args, device, tr, te):
    net = nn.DataParallel(DigitNet(args.width)).to(device)
    opt = torch.optim.AdamW(net.parameters(), lr=args.lr)
    best = 0.0
    for epoch in range(args.epochs):
        net.train()
        for x, y in tr:
            opt.zero_grad()
            loss = F.cross_entropy(net(x.to(device)), y.to(device))
            loss.backward()
            opt.step()
        acc = accuracy(net, te, device)
        print(f"epoch {epoch}: last loss {loss.item():.4f}, accuracy {acc:.4f}")
        if acc > best:
            best = acc
            torch.save(net.state_dict(), args.path)


def test(args, device, te):
    net = DigitNet(args.width)
    net.load_state_dict(torch.load(args.path, map_location=device))
    net.to(device)
    print("best model from disk, accuracy:", accuracy(net, te, device))


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--width", type=int, default=16)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--path", default="out/ah06/best.pt")
    p.add_argument("--seed", type=int, default=0)
    args = p.parse_args()
    torch.manual_seed(args.seed)
    os.makedirs(os.path.dirname(args.path), exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    tr, te = loaders(args.batch_size, args.seed)
    train(args, device, tr, te)
    test(args, device, te)
