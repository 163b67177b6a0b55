import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from torch.utils.data import DataLoader, Dataset


class PairDataset(Dataset):
    """Half of the pairs show the same digit (target 1), half different ones (target 0)."""

    def __init__(self, x, y, length, seed):
        self.x, self.y = torch.as_tensor(x, dtype=torch.float32), y
        self.by_class = {c: np.where(y == c)[0] for c in np.unique(y)}
        rng = np.random.default_rng(seed)
        self.pairs = []
        for k in range(length):
            i = int(rng.integers(len(y)))
            if k % 2 == 0:
                j = int(rng.choice(self.by_class[y[i]]))
            else:
                other = rng.choice([c for c in self.by_class if c != y[i]])
                j = int(rng.choice(self.by_class[other]))
            self.pairs.append((i, j, float(k % 2 == 0)))

    def __len__(self):
        return len(self.pairs)

    def __getitem__(self, k):
        i, j, same = self.pairs[k]
        return self.x[i], self.x[j], torch.tensor(same)


class Siamese(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, dim))

    def embed(self, x):
        return F.normalize(self.body(x), dim=1)

    def forward(self, a, b):
        return (self.embed(a) - self.embed(b)).norm(dim=1)


def contrastive_loss(dist, same, margin=1.0):
    return (same * dist.pow(2) + (1 - same) * F.relu(margin - dist).pow(2)).mean()


def main():
    torch.manual_seed(0)
    X, y = load_digits(return_X_y=True)
    X = X / 16.0
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.3, stratify=y, random_state=0)
    train = DataLoader(PairDataset(X_tr, y_tr, 6000, seed=0), batch_size=64, shuffle=True)
    test = DataLoader(PairDataset(X_te, y_te, 2000, seed=1), batch_size=500)
    net = Siamese()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    for epoch in range(10):
        net.train()
        total = 0.0
        for a, b, same in train:
            loss = contrastive_loss(net(a, b), same)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        net.eval()
        with torch.no_grad():
            right = sum(((net(a, b) < 0.5).float() == same).sum().item() for a, b, same in test)
        print(f"epoch {epoch}: loss {total / len(train):.4f}, pairs right {right / len(test.dataset):.4f}")

    with torch.no_grad():
        e_tr = net.embed(torch.as_tensor(X_tr, dtype=torch.float32)).numpy()
        e_te = net.embed(torch.as_tensor(X_te, dtype=torch.float32)).numpy()
    knn = KNeighborsClassifier(5).fit(e_tr, y_tr)
    print("5-NN accuracy in the learned space:", round(knn.score(e_te, y_te), 4))


if __name__ == "__main__":
    main()
