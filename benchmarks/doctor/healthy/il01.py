"""Small CNN on the 8x8 digits, with a class-based trainer."""
import copy
import random
from pathlib import Path

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

OUT = Path("out/il01")


def seed_everything(seed):
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


class DigitNet(nn.Module):
    def __init__(self, n_classes=10, width=32, p=0.25):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, width, 3, padding=1, bias=False), nn.BatchNorm2d(width), nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(width, 2 * width, 3, padding=1, bias=False), nn.BatchNorm2d(2 * width), nn.ReLU(),
            nn.AdaptiveAvgPool2d(2),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(p), nn.Linear(8 * width, n_classes))

    def forward(self, x):
        return self.head(self.features(x))


class Trainer:
    def __init__(self, model, train_loader, val_loader, epochs, max_lr, device):
        self.model = model.to(device)
        self.train_loader, self.val_loader = train_loader, val_loader
        self.epochs, self.device = epochs, device
        self.criterion = nn.CrossEntropyLoss(label_smoothing=0.05)
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=max_lr, weight_decay=1e-2)
        self.scheduler = torch.optim.lr_scheduler.OneCycleLR(
            self.optimizer, max_lr=max_lr, epochs=epochs, steps_per_epoch=len(train_loader)
        )
        self.best_acc, self.best_state = -1.0, None

    def _train_epoch(self):
        self.model.train()
        total, seen = 0.0, 0
        for x, y in self.train_loader:
            x, y = x.to(self.device), y.to(self.device)
            self.optimizer.zero_grad(set_to_none=True)
            loss = self.criterion(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            self.scheduler.step()  # one cycle counts batches
            total += loss.item() * len(y)
            seen += len(y)
        return total / seen

    @torch.inference_mode()
    def evaluate(self, loader):
        self.model.eval()
        hits, seen = 0, 0
        for x, y in loader:
            pred = self.model(x.to(self.device)).argmax(dim=1).cpu()
            hits += (pred == y).sum().item()
            seen += len(y)
        return hits / seen

    def fit(self):
        for epoch in range(1, self.epochs + 1):
            loss = self._train_epoch()
            acc = self.evaluate(self.val_loader)
            if acc > self.best_acc:
                self.best_acc = acc
                self.best_state = copy.deepcopy(self.model.state_dict())
            print(f"epoch {epoch:2d}  loss {loss:.4f}  val acc {acc:.4f}")
        self.model.load_state_dict(self.best_state)
        return self


def main():
    seed_everything(7)
    digits = load_digits()
    x = (digits.images / 16.0).astype(np.float32)[:, None]
    y = digits.target.astype(np.int64)
    x_tr, x_rest, y_tr, y_rest = train_test_split(x, y, test_size=0.4, stratify=y, random_state=0)
    x_va, x_te, y_va, y_te = train_test_split(x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=0)

    def loader(a, b, train):
        ds = TensorDataset(torch.from_numpy(a), torch.from_numpy(b))
        return DataLoader(ds, batch_size=64, shuffle=train, drop_last=train)

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    trainer = Trainer(DigitNet(), loader(x_tr, y_tr, True), loader(x_va, y_va, False), 12, 4e-3, device).fit()
    print(f"best val acc {trainer.best_acc:.4f}, test acc {trainer.evaluate(loader(x_te, y_te, False)):.4f}")
    OUT.mkdir(parents=True, exist_ok=True)
    torch.save(trainer.best_state, OUT / "best.pt")


if __name__ == "__main__":
    main()
