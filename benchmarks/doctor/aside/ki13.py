"""Handwritten digits (8 x 8) with a small fully connected network."""
import torch
import torch.nn as nn
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset


class Config:
    seed = 13
    hidden = 128
    dropout = 0.2
    lr = 1e-3
    batch_size = 64
    epochs = 20


def get_loaders(cfg):
    digits = load_digits()
    X = torch.tensor(digits.data / 16.0, dtype=torch.float32)
    y = torch.tensor(digits.target, dtype=torch.long)
    idx_train, idx_test = train_test_split(range(len(X)), test_size=0.2, stratify=digits.target,
                                           random_state=cfg.seed)
    train = TensorDataset(X[idx_train], y[idx_train])
    test = TensorDataset(X[idx_test], y[idx_test])
    return (DataLoader(train, batch_size=cfg.batch_size, shuffle=True),
            DataLoader(test, batch_size=256))


class DigitNet(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(64, cfg.hidden),
            nn.ReLU(),
            nn.Dropout(cfg.dropout),
            nn.Linear(cfg.hidden, cfg.hidden),
            nn.ReLU(),
            nn.Dropout(cfg.dropout),
            nn.Linear(cfg.hidden, 10),
        )

    def forward(self, x):
        return self.net(x)


class Trainer:
    def __init__(self, cfg):
        torch.manual_seed(cfg.seed)
        self.cfg = cfg
        self.train_loader, self.test_loader = get_loaders(cfg)
        self.model = DigitNet(cfg)
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=cfg.lr)

    def train_one_epoch(self):
        self.model.train()
        loss_sum, correct, n = 0.0, 0, 0
        for images, labels in self.train_loader:
            self.optimizer.zero_grad()
            outputs = self.model(images)
            preds = torch.argmax(outputs, dim=1)
            loss = self.criterion(preds, labels)
            loss.backward()
            self.optimizer.step()

            loss_sum += loss.item() * labels.size(0)
            correct += (preds == labels).sum().item()
            n += labels.size(0)
        return loss_sum / n, correct / n

    @torch.no_grad()
    def test(self):
        self.model.eval()
        correct, n = 0, 0
        for images, labels in self.test_loader:
            preds = torch.argmax(self.model(images), dim=1)
            correct += (preds == labels).sum().item()
            n += labels.size(0)
        return correct / n

    def run(self):
        for epoch in range(1, self.cfg.epochs + 1):
            loss, acc = self.train_one_epoch()
            print(f"[{epoch:02d}/{self.cfg.epochs}] loss {loss:.4f}  train acc {acc:.4f}")
        print(f"test acc {self.test():.4f}")


if __name__ == "__main__":
    Trainer(Config()).run()
