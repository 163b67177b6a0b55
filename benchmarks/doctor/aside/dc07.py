import argparse
from pathlib import Path

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn, optim
from torch.utils.data import DataLoader, Dataset


class DigitDataset(Dataset):
    def __init__(self, images, labels=None, augment=False):
        self.images, self.labels, self.augment = images, labels, augment

    def __len__(self):
        return len(self.images)

    def __getitem__(self, i):
        img = torch.from_numpy(self.images[i]).unsqueeze(0)
        if self.augment:
            dx, dy = torch.randint(0, 3, (2,)).tolist()
            img = nn.functional.pad(img, (1, 1, 1, 1))[:, dy:dy + 8, dx:dx + 8]
            img = img + 0.05 * torch.randn_like(img)
        if self.labels is None:
            return img
        return img, int(self.labels[i])


def conv_net(width):
    return nn.Sequential(
        nn.Conv2d(1, width, 3, padding=1), nn.BatchNorm2d(width), nn.GELU(),
        nn.Conv2d(width, width * 2, 3, padding=1, stride=2), nn.BatchNorm2d(width * 2), nn.GELU(),
        nn.Flatten(), nn.Dropout(0.25), nn.Linear(width * 2 * 16, 10),
    )


def mlp_net(hidden):
    return nn.Sequential(
        nn.Flatten(), nn.Linear(64, hidden), nn.GELU(), nn.Dropout(0.25),
        nn.Linear(hidden, hidden), nn.GELU(), nn.Linear(hidden, 10),
    )


ZOO = {"conv16": lambda: conv_net(16), "conv24": lambda: conv_net(24), "mlp128": lambda: mlp_net(128)}


def get_loader(ds, args):
    return DataLoader(ds, batch_size=args.bs, shuffle=True, num_workers=0)


def train(model, loader, epochs, lr):
    opt = optim.AdamW(model.parameters(), lr=lr, weight_decay=1e-3)
    sched = optim.lr_scheduler.OneCycleLR(opt, max_lr=lr, total_steps=epochs * len(loader))
    loss_fn = nn.CrossEntropyLoss(label_smoothing=0.05)
    for _ in range(epochs):
        model.train()
        for x, y in loader:
            opt.zero_grad()
            loss_fn(model(x), y).backward()
            opt.step()
            sched.step()


def accuracy(model, loader):
    model.eval()
    hits = []
    with torch.no_grad():
        for x, y in loader:
            hits.append((model(x).argmax(1) == y).float())
    return torch.cat(hits).mean().item()


def predict(model, loader):
    model.eval()
    with torch.no_grad():
        return torch.cat([model(x).softmax(1) for x in loader]).numpy()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--bs", type=int, default=32)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--out", type=Path, default=Path("out/dc07"))
    args = p.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)

    d = load_digits()
    X = (d.images / 16).astype(np.float32)
    X_tr, X_te, y_tr, y_te = train_test_split(X, d.target, test_size=0.3, stratify=d.target, random_state=0)
    X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=0)

    train_loader = get_loader(DigitDataset(X_tr, y_tr, augment=True), args)
    valid_loader = get_loader(DigitDataset(X_va, y_va), args)
    test_loader = get_loader(DigitDataset(X_te), args)

    blend = 0
    for k, (name, make) in enumerate(ZOO.items()):
        torch.manual_seed(100 + k)
        model = make()
        train(model, train_loader, args.epochs, args.lr)
        print(f"{name}: valid acc {accuracy(model, valid_loader):.4f}")
        probs = predict(model, test_loader)
        np.save(args.out / f"{name}.npy", probs)
        blend = blend + probs / len(ZOO)

    # the labels of the test rows came later
    print(f"blend of {len(ZOO)}: test acc {(blend.argmax(1) == y_te).mean():.4f}")


if __name__ == "__main__":
    main()
