import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(0)
torch.set_num_threads(1)
rng = np.random.default_rng(0)


class PairDataset(Dataset):
    """Pairs of digits; the third value is 1.0 for two pictures of the same digit, 0.0 otherwise."""

    def __init__(self, X, y, n_pairs=6000):
        self.X = torch.tensor(X, dtype=torch.float32)
        self.y = y
        self.n_pairs = n_pairs
        self.by_class = {c: np.flatnonzero(y == c) for c in np.unique(y)}

    def __len__(self):
        return self.n_pairs

    def __getitem__(self, idx):
        i = rng.integers(len(self.y))
        if idx % 2 == 0:
            j = rng.choice(self.by_class[self.y[i]])
        else:
            other = rng.choice([c for c in self.by_class if c != self.y[i]])
            j = rng.choice(self.by_class[other])
        return self.X[i], self.X[j], torch.tensor(float(self.y[i] == self.y[j]))


class ContrastiveLoss(nn.Module):
    def __init__(self, margin=1.0):
        super().__init__()
        self.margin = margin

    def forward(self, z1, z2, label):
        d = F.pairwise_distance(z1, z2)
        loss = (1 - label) * d.pow(2) + label * torch.clamp(self.margin - d, min=0).pow(2)
        return loss.mean()


X, y = load_digits(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X / 16.0, y, test_size=0.3, random_state=0, stratify=y)
encoder = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, 8))
criterion = ContrastiveLoss(margin=1.0)
optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-3)
loader = DataLoader(PairDataset(X_train, y_train), batch_size=64, shuffle=True)

for epoch in range(12):
    running = 0.0
    for a, b, label in loader:
        optimizer.zero_grad()
        loss = criterion(encoder(a), encoder(b), label)
        loss.backward()
        optimizer.step()
        running += loss.item()
    print(f"epoch {epoch + 1:2d}  loss {running / len(loader):.4f}")

with torch.no_grad():
    E_train = encoder(torch.tensor(X_train, dtype=torch.float32)).numpy()
    E_test = encoder(torch.tensor(X_test, dtype=torch.float32)).numpy()
D = np.linalg.norm(E_test[:, None] - E_test[None], axis=-1)
same = y_test[:, None] == y_test[None]
np.fill_diagonal(same, False)
print("mean distance, same digit:     ", D[same].mean().round(3))
print("mean distance, different digit:", D[y_test[:, None] != y_test[None]].mean().round(3))
print("5-NN accuracy in the embedding:", KNeighborsClassifier(5).fit(E_train, y_train).score(E_test, y_test))
