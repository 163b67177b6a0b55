"""Five-fold cross validation of a small convnet on the 8x8 digits."""
import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import StratifiedKFold
from torch import nn
from torch.utils.data import DataLoader, Subset, TensorDataset

SEED = 11
EPOCHS = 4
BATCH = 64


class DigitNet(nn.Module):
    def __init__(self, n_classes=10):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.drop = nn.Dropout(0.25)
        self.fc = nn.Linear(32 * 2 * 2, n_classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return self.fc(self.drop(x.flatten(1)))


def train_epoch(model, loader, optimizer):
    model.train()
    total, seen = 0.0, 0
    for x, y in loader:
        optimizer.zero_grad(set_to_none=True)
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(y)
        seen += len(y)
    return total / seen


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    hits, seen = 0, 0
    for x, y in loader:
        hits += (model(x).argmax(dim=1) == y).sum().item()
        seen += len(y)
    return hits / seen


def main():
    torch.manual_seed(SEED)
    digits = load_digits()
    images = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 16.0
    labels = torch.tensor(digits.target, dtype=torch.long)
    data = TensorDataset(images, labels)

    model = DigitNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

    folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=SEED)
    results = []
    for number, (train_idx, val_idx) in enumerate(folds.split(digits.data, digits.target), 1):
        train_loader = DataLoader(Subset(data, train_idx.tolist()), batch_size=BATCH, shuffle=True)
        val_loader = DataLoader(Subset(data, val_idx.tolist()), batch_size=256)

        for epoch in range(EPOCHS):
            loss = train_epoch(model, train_loader, optimizer)
        acc = evaluate(model, val_loader)
        print(f"fold {number}: train loss {loss:.4f}  val acc {acc:.4f}")
        results.append(acc)

    print(f"mean over folds: {np.mean(results):.4f} (std {np.std(results):.4f})")


if __name__ == "__main__":
    main()
