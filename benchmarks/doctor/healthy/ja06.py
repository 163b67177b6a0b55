"""Deep metric learning: batch-hard triplet loss with P x K sampling.

Retrieval is measured for classes the network was never trained on. Classes are cut, not rows:
0-4 train, 5-6 validation (choice of the epoch), 7-9 test. Within the test classes every image is a
query against all the others (leave-one-out), the usual protocol for Recall@1.
"""
import copy
import os

import numpy as np
import torch
from sklearn.datasets import load_digits
from torch import nn
from torch.utils.data import DataLoader, Sampler, TensorDataset

P, K = 5, 12            # classes per batch, images per class
MARGIN = 0.2


class PKSampler(Sampler):
    """Yields index lists with K rows of each of P labels."""

    def __init__(self, labels, p, k, batches, seed):
        self.by_label = {c: np.flatnonzero(labels == c) for c in np.unique(labels)}
        self.p, self.k, self.batches = p, k, batches
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return self.batches

    def __iter__(self):
        for _ in range(self.batches):
            chosen = self.rng.choice(list(self.by_label), self.p, replace=False)
            rows = [self.rng.choice(self.by_label[c], self.k, replace=False) for c in chosen]
            yield np.concatenate(rows).tolist()


class Embedder(nn.Module):
    def __init__(self, dim=32):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(1, 24, 3, padding=1), nn.ReLU(),
            nn.Conv2d(24, 48, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(48 * 16, dim),
        )

    def forward(self, x):
        return nn.functional.normalize(self.net(x), dim=1)


def batch_hard(emb, labels, margin=MARGIN):
    d = (2 - 2 * emb @ emb.T).clamp_min(1e-6).sqrt()
    same = labels[:, None] == labels[None, :]
    self_pair = torch.eye(len(labels), dtype=torch.bool)
    hardest_pos = d.masked_fill(~same | self_pair, -1.0).max(1).values
    hardest_neg = d.masked_fill(same, float("inf")).min(1).values
    return nn.functional.relu(hardest_pos - hardest_neg + margin).mean()


def recall_and_map(vectors, labels):
    d = torch.cdist(vectors, vectors)
    d.fill_diagonal_(float("inf"))
    order = d.argsort(1)[:, :-1]                       # the query itself comes last
    hit = (labels[order] == labels[:, None]).float()
    recall1 = hit[:, 0].mean().item()
    precision_at = hit.cumsum(1) / torch.arange(1, hit.size(1) + 1)
    ap = (precision_at * hit).sum(1) / hit.sum(1)
    return recall1, ap.mean().item()


def embed(model, x):
    model.eval()
    with torch.inference_mode():
        return model(x)


def run(epochs=12, batches_per_epoch=40, seed=1):
    torch.manual_seed(seed)
    data = load_digits()
    X = torch.from_numpy(data.images / 16.0).float().unsqueeze(1)
    Y = torch.from_numpy(data.target).long()
    tr, va, te = Y <= 4, (Y == 5) | (Y == 6), Y >= 7

    sampler = PKSampler(Y[tr].numpy(), P, K, batches_per_epoch, seed)
    loader = DataLoader(TensorDataset(X[tr], Y[tr]), batch_sampler=sampler)
    model = Embedder()
    opt = torch.optim.Adam(model.parameters(), lr=5e-4)

    best = {"map": -1.0}
    for ep in range(epochs):
        model.train()
        losses = []
        for x, y in loader:
            opt.zero_grad()
            loss = batch_hard(model(x), y)
            loss.backward()
            opt.step()
            losses.append(loss.item())
        r1, m = recall_and_map(embed(model, X[va]), Y[va])
        print(f"ep {ep:2d} triplet {np.mean(losses):.3f} | unseen classes 5,6: R@1 {r1:.3f} mAP {m:.3f}")
        if m > best["map"]:
            best = {"map": m, "state": copy.deepcopy(model.state_dict()), "ep": ep}

    model.load_state_dict(best["state"])
    r1, m = recall_and_map(embed(model, X[te]), Y[te])
    r1_px, m_px = recall_and_map(X[te].flatten(1), Y[te])
    share = torch.bincount(Y[te] - 7).float() / te.sum()
    print(f"epoch {best['ep']} kept; test classes 7,8,9")
    print(f"  learned embedding: R@1 {r1:.3f}  mAP {m:.3f}")
    print(f"  raw pixels       : R@1 {r1_px:.3f}  mAP {m_px:.3f}")
    print(f"  random order     : R@1 {share.pow(2).sum():.3f}")
    os.makedirs("out/ja06", exist_ok=True)
    torch.save(best["state"], "out/ja06/embedder.pt")


if __name__ == "__main__":
    torch.set_num_threads(1)
    run()
