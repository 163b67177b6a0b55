"""Supervised contrastive loss with PK batches; recall@1 on classes that were never trained on."""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Sampler, TensorDataset

D, CLASSES, PER_CLASS = 32, 90, 40


def make_data(rng):
    basis, _ = np.linalg.qr(rng.standard_normal((D, D)))
    identity = np.repeat(rng.standard_normal((CLASSES, 8)), PER_CLASS, axis=0)
    identity = identity + 0.25 * rng.standard_normal(identity.shape)
    nuisance = 2.0 * rng.standard_normal((len(identity), D - 8))  # lighting, pose, ...
    x = np.concatenate([identity, nuisance], axis=1) @ basis
    return torch.from_numpy(x.astype(np.float32)), torch.arange(CLASSES).repeat_interleave(PER_CLASS)


class PKSampler(Sampler):
    """batches of p classes with k rows each"""

    def __init__(self, labels, p, k, batches, seed=0):
        self.rows = {c.item(): torch.nonzero(labels == c).squeeze(1).numpy() for c in labels.unique()}
        self.p, self.k, self.batches = p, k, batches
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return self.batches

    def __iter__(self):
        names = np.array(list(self.rows))
        for _ in range(self.batches):
            chosen = self.rng.choice(names, self.p, replace=False)
            yield np.concatenate([self.rng.choice(self.rows[c], self.k, replace=False) for c in chosen]).tolist()


class Embedder(nn.Module):
    def __init__(self, d_out=16):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(D, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Linear(64, d_out))

    def forward(self, x):
        return F.normalize(self.net(x), dim=-1)


def sup_con(emb, labels, temperature=0.1):
    self_pair = torch.eye(len(labels), dtype=torch.bool)
    positive = (labels[:, None] == labels[None, :]) & ~self_pair
    sim = (emb @ emb.T / temperature).masked_fill(self_pair, float("-inf"))
    log_p = sim - sim.logsumexp(dim=1, keepdim=True)
    # every row has k - 1 positives, so the divisor is never zero
    return -(log_p.masked_fill(~positive, 0.0).sum(1) / positive.sum(1)).mean()


def nearest_is_same(emb, labels):
    sim = (emb @ emb.T).fill_diagonal_(float("-inf"))
    return (labels[sim.argmax(1)] == labels).float().mean().item()


@torch.no_grad()
def recall_at_1(model, x, y):
    model.eval()
    return nearest_is_same(model(x), y)


def main():
    torch.manual_seed(2)
    x, y = make_data(np.random.default_rng(2))
    train, val, test = y < 60, (y >= 60) & (y < 75), y >= 75  # by class, not by row
    loader = DataLoader(TensorDataset(x[train], y[train]), batch_sampler=PKSampler(y[train], p=16, k=4, batches=60))

    model = Embedder()
    epochs = 20
    opt = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=epochs)
    best, best_state = -1.0, None
    for epoch in range(epochs):
        model.train()
        total = 0.0
        for xb, yb in loader:
            loss = sup_con(model(xb), yb)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        sched.step()
        r = recall_at_1(model, x[val], y[val])
        if r > best:
            best, best_state = r, {k: v.clone() for k, v in model.state_dict().items()}
        print(f"epoch {epoch:2d}  loss {total / len(loader):.4f}  val R@1 {r:.3f}")

    model.load_state_dict(best_state)
    raw = nearest_is_same(F.normalize(x[test], dim=-1), y[test])
    print(f"new classes: R@1 {recall_at_1(model, x[test], y[test]):.3f}   raw features {raw:.3f}")


if __name__ == "__main__":
    main()
