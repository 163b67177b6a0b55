"""Siamese network on digits; afterwards a new digit is named by its nearest neighbour."""
import os
import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from torch.utils.data import DataLoader, Dataset

random.seed(0)
np.random.seed(0)
torch.manual_seed(0)


class PairDataset(Dataset):
    """Half of the pairs show the same digit, half two different ones."""

    def __init__(self, images, labels, n_pairs):
        self.images, self.labels = images, labels
        self.n_pairs = n_pairs
        self.by_class = {c: np.flatnonzero(labels == c) for c in np.unique(labels)}

    def __len__(self):
        return self.n_pairs

    def __getitem__(self, _):
        i = random.randrange(len(self.labels))
        c = self.labels[i]
        if random.random() < 0.5:
            j = random.choice(self.by_class[c])
        else:
            other = random.choice([k for k in self.by_class if k != c])
            j = random.choice(self.by_class[other])
        y = float(self.labels[i] != self.labels[j])
        return self.images[i], self.images[j], torch.tensor(y)


class Embedder(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.conv = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        )
        self.fc = nn.Linear(32 * 2 * 2, dim)

    def forward(self, x):
        return self.fc(self.conv(x).flatten(1))


class ContrastiveLoss(nn.Module):
    def __init__(self, margin=2.0):
        super().__init__()
        self.margin = margin

    def forward(self, a, b, y):
        d = F.pairwise_distance(a, b)
        attract = y * d.pow(2)
        repel = (1 - y) * F.relu(self.margin - d).pow(2)
        return (attract + repel).mean()


digits = load_digits()
X = torch.tensor(digits.images / 16.0, dtype=torch.float32).unsqueeze(1)
y = digits.target
idx_tr, idx_te = train_test_split(np.arange(len(y)), test_size=0.3, stratify=y, random_state=0)
X_tr, y_tr, X_te, y_te = X[idx_tr], y[idx_tr], X[idx_te], y[idx_te]

loader = DataLoader(PairDataset(X_tr, y_tr, 4000), batch_size=128)
net = Embedder()
loss_fn = ContrastiveLoss()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)

for epoch in range(10):
    net.train()
    tot = 0
    for a, b, t in loader:
        opt.zero_grad()
        loss = loss_fn(net(a), net(b), t)
        loss.backward()
        opt.step()
        tot += loss.item()
    print(f"epoch {epoch}: loss {tot / len(loader):.4f}")

net.eval()
with torch.no_grad():
    E_tr, E_te = net(X_tr).numpy(), net(X_te).numpy()
knn = KNeighborsClassifier(n_neighbors=5).fit(E_tr, y_tr)
print("5-NN accuracy on new digits:", round(knn.score(E_te, y_te), 3))
os.makedirs("out/hb05", exist_ok=True)
torch.save(net.state_dict(), "out/hb05/embedder.pt")
