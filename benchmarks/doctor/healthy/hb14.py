"""Supervised contrastive embeddings; batches hold P digits x K pictures each."""
import os

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, Sampler, TensorDataset


class PKSampler(Sampler):
    def __init__(self, labels, p, k, n_batches, seed=0):
        self.rows = {int(c): np.flatnonzero(labels == c) for c in np.unique(labels)}
        self.p, self.k, self.n_batches = p, k, n_batches
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return self.n_batches

    def __iter__(self):
        for _ in range(self.n_batches):
            chosen = self.rng.choice(list(self.rows), size=self.p, replace=False)
            yield [int(i) for c in chosen
                   for i in self.rng.choice(self.rows[int(c)], size=self.k, replace=False)]


class Encoder(nn.Module):
    def __init__(self, dim=32):
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Conv2d(1, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(32, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(),
        )
        self.project = nn.Linear(64 * 2 * 2, dim)

    def forward(self, x):
        return F.normalize(self.project(self.trunk(x)), dim=1)


def supcon(emb, labels, temperature=0.1):
    sim = emb @ emb.T / temperature
    self_pair = torch.eye(len(emb), dtype=torch.bool)
    log_prob = F.log_softmax(sim.masked_fill(self_pair, -1e9), dim=1)
    positive = (labels[:, None] == labels[None, :]) & ~self_pair
    return -(log_prob * positive).sum(1).div(positive.sum(1)).mean()


@torch.no_grad()
def knn_accuracy(enc, gallery_x, gallery_y, query_x, query_y, k=5):
    enc.eval()
    nearest = (enc(query_x) @ enc(gallery_x).T).topk(k, dim=1).indices
    votes = gallery_y[nearest]
    return (votes.mode(dim=1).values == query_y).float().mean().item()


def main():
    torch.manual_seed(0)
    os.makedirs("out/hb14", exist_ok=True)
    d = load_digits()
    x = torch.tensor(d.images[:, None] / 16, dtype=torch.float32)
    y = torch.tensor(d.target, dtype=torch.long)
    tr, te = train_test_split(np.arange(len(y)), test_size=0.3, stratify=d.target, random_state=0)

    sampler = PKSampler(d.target[tr], p=8, k=8, n_batches=20)
    loader = DataLoader(TensorDataset(x[tr], y[tr]), batch_sampler=sampler)
    enc = Encoder()
    opt = torch.optim.Adam(enc.parameters(), lr=1e-3)

    print("before training:", round(knn_accuracy(enc, x[tr], y[tr], x[te], y[te]), 3))
    for epoch in range(10):
        enc.train()
        losses = []
        for xb, yb in loader:
            loss = supcon(enc(xb), yb)
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses.append(loss.item())
        print(f"epoch {epoch} loss {np.mean(losses):.3f}")
    print("5-NN on unseen digits:", round(knn_accuracy(enc, x[tr], y[tr], x[te], y[te]), 3))
    torch.save(enc.state_dict(), "out/hb14/encoder.pt")


if __name__ == "__main__":
    main()
