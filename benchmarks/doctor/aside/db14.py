"""Metric learning with the batch-hard triplet loss ("In Defense of the Triplet Loss", Hermans et al. 2017)."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

P, K = 8, 8              # classes and images per class in each batch
MARGIN = 0.3


class PKSampler:
    def __init__(self, labels, p, k, n_batches, seed=0):
        self.by_class = [torch.nonzero(labels == c).flatten() for c in labels.unique()]
        self.p, self.k, self.n_batches = p, k, n_batches
        self.gen = torch.Generator().manual_seed(seed)

    def __iter__(self):
        for _ in range(self.n_batches):
            classes = torch.randperm(len(self.by_class), generator=self.gen)[: self.p]
            picked = []
            for c in classes.tolist():
                idx = self.by_class[c]
                picked.append(idx[torch.randperm(len(idx), generator=self.gen)[: self.k]])
            yield torch.cat(picked)


def pairwise_distance(z):
    diff = z.unsqueeze(1) - z.unsqueeze(0)
    return diff.pow(2).sum(dim=-1).sqrt()


def batch_hard(z, y, margin):
    dist = pairwise_distance(z)
    same = y.unsqueeze(0) == y.unsqueeze(1)
    hardest_pos = dist.masked_fill(~same, float("-inf")).max(dim=1).values
    hardest_neg = dist.masked_fill(same, float("inf")).min(dim=1).values
    return F.relu(hardest_pos - hardest_neg + margin).mean()


class Embedder(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.f = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, dim))

    def forward(self, x):
        return F.normalize(self.f(x), dim=1)


@torch.no_grad()
def one_nn(model, X_ref, y_ref, X_q, y_q):
    model.eval()
    nearest = torch.cdist(model(X_q), model(X_ref)).argmin(dim=1)
    return (y_ref[nearest] == y_q).float().mean().item()


def main():
    torch.manual_seed(0)
    X, y = load_digits(return_X_y=True)
    Xtr, Xte, ytr, yte = train_test_split(X / 16.0, y, test_size=0.3, random_state=0, stratify=y)
    Xtr, Xte = torch.tensor(Xtr, dtype=torch.float32), torch.tensor(Xte, dtype=torch.float32)
    ytr, yte = torch.tensor(ytr), torch.tensor(yte)

    model = Embedder()
    opt = torch.optim.Adam(model.parameters(), lr=5e-4)
    sampler = PKSampler(ytr, P, K, n_batches=40)
    print(f"before: 1-NN accuracy {one_nn(model, Xtr, ytr, Xte, yte):.4f}")
    for epoch in range(1, 11):
        model.train()
        total = 0.0
        for idx in sampler:
            loss = batch_hard(model(Xtr[idx]), ytr[idx], MARGIN)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        print(f"epoch {epoch:2d}  loss {total / 40:.4f}  1-NN accuracy {one_nn(model, Xtr, ytr, Xte, yte):.4f}")


if __name__ == "__main__":
    main()
