"""Siamese network: do two images show the same digit? Trained with a contrastive loss."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, Dataset


class Pairs(Dataset):
    def __init__(self, x, y, n, seed):
        rng = np.random.default_rng(seed)
        by_class = [np.flatnonzero(y == c) for c in range(10)]
        self.x, self.index = x, []
        for _ in range(n):
            a = int(rng.integers(len(y)))
            same = rng.random() < 0.5
            if same:
                others = by_class[y[a]]
                others = others[others != a]
            else:
                others = np.flatnonzero(y != y[a])
            self.index.append((a, int(rng.choice(others)), float(same)))

    def __len__(self):
        return len(self.index)

    def __getitem__(self, i):
        a, b, same = self.index[i]
        return self.x[a], self.x[b], torch.tensor(same)


class Encoder(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(1, 16, 3), nn.ReLU(), nn.Conv2d(16, 32, 3), nn.ReLU(), nn.Flatten(),
                                 nn.Linear(32 * 16, 64), nn.ReLU(), nn.Linear(64, dim))

    def forward(self, x):
        return F.normalize(self.net(x), dim=-1)


def contrastive(u, v, same, margin=1.0):
    d = (u - v).pow(2).sum(-1).add(1e-9).sqrt()
    return (same * d.pow(2) + (1 - same) * F.relu(margin - d).pow(2)).mean()


def main():
    torch.manual_seed(3)
    images, labels = load_digits(return_X_y=True)
    x = torch.tensor(images / 16, dtype=torch.float32).view(-1, 1, 8, 8)
    tr, te = train_test_split(np.arange(len(labels)), test_size=0.3, random_state=3, stratify=labels)
    train = DataLoader(Pairs(x[tr], labels[tr], 6000, 0), batch_size=64, shuffle=True)
    test = DataLoader(Pairs(x[te], labels[te], 2000, 1), batch_size=256)

    enc = Encoder()
    opt = torch.optim.Adam(enc.parameters(), lr=1e-3)
    for epoch in range(6):
        enc.train()
        losses = []
        for a, b, same in train:
            loss = contrastive(enc(a), enc(b), same)      # both sides share the weights
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses.append(loss.item())
        print(epoch, np.mean(losses))

    enc.eval()
    with torch.no_grad():
        dist = torch.cat([(enc(a) - enc(b)).norm(dim=-1) for a, b, _ in test])
        same = torch.cat([s for _, _, s in test])
        print("pair AUC", roc_auc_score(same, -dist))
        e_tr, e_te = enc(x[tr]), enc(x[te])
        centers = torch.stack([e_tr[labels[tr] == c].mean(0) for c in range(10)])
        nearest = torch.cdist(e_te, centers).argmin(1).numpy()
    print("nearest class centre, unseen images:", (nearest == labels[te]).mean())


if __name__ == "__main__":
    main()
