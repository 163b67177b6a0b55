"""Digits with large effective batches on a small machine (micro batches are added up)."""
import random

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

random.seed(11)
np.random.seed(11)
torch.manual_seed(11)


class Config:
    micro_batch = 8
    accumulate = 8
    lr = 0.05
    momentum = 0.9
    epochs = 8
    hidden = 96


class DigitTrainer:
    def __init__(self, net, cfg, train_set, valid_set):
        self.net = net
        self.cfg = cfg
        self.train_loader = DataLoader(
            train_set, batch_size=cfg.micro_batch, shuffle=True, drop_last=True
        )
        self.valid_loader = DataLoader(valid_set, batch_size=128)
        self.criterion = nn.CrossEntropyLoss()
        self.opt = torch.optim.SGD(net.parameters(), lr=cfg.lr, momentum=cfg.momentum)
        self.updates = 0

    def fit_epoch(self):
        self.net.train()
        seen, summed = 0, 0.0
        for i, (x, y) in enumerate(self.train_loader):
            self.opt.zero_grad()
            loss = self.criterion(self.net(x), y)
            (loss / self.cfg.accumulate).backward()
            summed += loss.item() * len(y)
            seen += len(y)
            if (i + 1) % self.cfg.accumulate == 0:
                self.opt.step()
                self.updates += 1
        return summed / seen

    @torch.no_grad()
    def validate(self):
        self.net.eval()
        right, n = 0, 0
        for x, y in self.valid_loader:
            right += (self.net(x).argmax(1) == y).sum().item()
            n += len(y)
        return right / n

    def run(self):
        for epoch in range(self.cfg.epochs):
            loss = self.fit_epoch()
            acc = self.validate()
            print(f"epoch {epoch + 1}: loss {loss:.4f}  valid acc {acc:.4f}")
        eff = self.cfg.micro_batch * self.cfg.accumulate
        print(f"{self.updates} updates with {eff} examples each")


def main():
    cfg = Config()
    images, labels = load_digits(return_X_y=True)
    images = (images / 16.0).astype("float32")
    x_tr, x_va, y_tr, y_va = train_test_split(
        images, labels, test_size=0.25, stratify=labels, random_state=11
    )
    # 1344 of the 1347 rows make 21 whole groups of 8 x 8
    x_tr, y_tr = x_tr[:1344], y_tr[:1344]
    train_set = TensorDataset(torch.from_numpy(x_tr), torch.from_numpy(y_tr).long())
    valid_set = TensorDataset(torch.from_numpy(x_va), torch.from_numpy(y_va).long())
    net = nn.Sequential(
        nn.Linear(64, cfg.hidden), nn.ReLU(), nn.Dropout(0.1), nn.Linear(cfg.hidden, 10)
    )
    DigitTrainer(net, cfg, train_set, valid_set).run()


if __name__ == "__main__":
    main()
