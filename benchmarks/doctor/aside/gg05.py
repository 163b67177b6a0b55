"""Machine fault detection from vibration signals. Four classes, very unbalanced."""
import os
from collections import Counter

import numpy as np
import torch
import torch.nn as nn
from sklearn.metrics import balanced_accuracy_score, confusion_matrix
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

torch.manual_seed(3)
rng = np.random.default_rng(3)
CLASSES = ["healthy", "inner ring", "outer ring", "imbalance"]
COUNTS = [900, 120, 80, 60]
LENGTH = 128


def signal(kind):
    t = np.arange(LENGTH)
    freq = [0.02, 0.06, 0.12, 0.20][kind]
    wave = np.sin(2 * np.pi * (freq * t + rng.random()))
    return wave * rng.uniform(0.7, 1.3) + rng.normal(0, 0.6, LENGTH)


def build_data():
    X, y = [], []
    for k, n in enumerate(COUNTS):
        X += [signal(k) for _ in range(n)]
        y += [k] * n
    return np.array(X, dtype=np.float32)[:, None, :], np.array(y)


class FaultNet(nn.Module):
    def __init__(self, n_classes=4):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv1d(1, 16, 9, padding=4), nn.BatchNorm1d(16), nn.ReLU(), nn.MaxPool1d(2),
            nn.Conv1d(16, 32, 9, padding=4), nn.BatchNorm1d(32), nn.ReLU(),
            nn.AdaptiveAvgPool1d(1), nn.Flatten(),
        )
        self.head = nn.Linear(32, n_classes)

    def forward(self, x):
        return self.head(self.features(x))


def evaluate(model, dl):
    model.eval()
    out, gold = [], []
    with torch.no_grad():
        for xb, yb in dl:
            out.append(model(xb).argmax(dim=1))
            gold.append(yb)
    return torch.cat(gold).numpy(), torch.cat(out).numpy()


X, y = build_data()
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.3, stratify=y, random_state=0)
print("train:", sorted(Counter(y_tr.tolist()).items()))

train_ds = TensorDataset(torch.from_numpy(X_tr), torch.from_numpy(y_tr))
test_ds = TensorDataset(torch.from_numpy(X_te), torch.from_numpy(y_te))

# rare faults should be seen as often as the healthy machines
class_count = np.bincount(y_tr)
weights = torch.tensor(1.0 / class_count, dtype=torch.double)
sampler = WeightedRandomSampler(weights, num_samples=len(train_ds), replacement=True)

train_dl = DataLoader(train_ds, batch_size=32, sampler=sampler)
test_dl = DataLoader(test_ds, batch_size=128)

model = FaultNet()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
criterion = nn.CrossEntropyLoss()

for epoch in range(1, 11):
    model.train()
    losses = []
    for xb, yb in train_dl:
        optimizer.zero_grad()
        loss = criterion(model(xb), yb)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    gold, pred = evaluate(model, test_dl)
    print(f"epoch {epoch:2d} loss {np.mean(losses):.4f} balanced acc {balanced_accuracy_score(gold, pred):.3f}")

print(CLASSES)
print(confusion_matrix(gold, pred))
os.makedirs("out/gg05", exist_ok=True)
torch.save(model.state_dict(), "out/gg05/faultnet.pt")
