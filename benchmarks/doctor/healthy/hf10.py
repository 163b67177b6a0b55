# Recommender with sparse embeddings: SparseAdam for the tables, AdamW for the dense part.
import argparse
import copy

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def synth(users, items, n, rank, rng):
    """n distinct (user, item) pairs with a low-rank rating and some noise."""
    U = rng.normal(size=(users, rank))
    V = rng.normal(size=(items, rank))
    flat = rng.choice(users * items, size=n, replace=False)
    u, i = flat // items, flat % items
    r = (U[u] * V[i]).sum(1) / np.sqrt(rank) + 0.1 * rng.normal(size=n)
    return torch.tensor(u), torch.tensor(i), torch.tensor(r, dtype=torch.float32)


class Factoriser(nn.Module):
    def __init__(self, users, items, dim):
        super().__init__()
        self.user = nn.Embedding(users, dim, sparse=True)
        self.item = nn.Embedding(items, dim, sparse=True)
        for table in (self.user, self.item):
            nn.init.normal_(table.weight, std=0.3)
        self.out = nn.Linear(dim, 1)

    def forward(self, u, i):
        return self.out(self.user(u) * self.item(i)).squeeze(-1)


@torch.no_grad()
def rmse(model, loader):
    model.eval()
    se, n = 0.0, 0
    for u, i, r in loader:
        se += ((model(u, i) - r) ** 2).sum().item()
        n += len(r)
    return (se / n) ** 0.5


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--users", type=int, default=250)
    p.add_argument("--items", type=int, default=150)
    p.add_argument("--ratings", type=int, default=20000)
    p.add_argument("--dim", type=int, default=6)
    p.add_argument("--epochs", type=int, default=20)
    p.add_argument("--seed", type=int, default=8)
    a = p.parse_args()
    torch.manual_seed(a.seed)

    u, i, r = synth(a.users, a.items, a.ratings, rank=3, rng=np.random.default_rng(a.seed))
    n_tr, n_va = int(0.8 * len(r)), int(0.1 * len(r))
    part = lambda s: TensorDataset(u[s], i[s], r[s])
    train = DataLoader(part(slice(0, n_tr)), batch_size=256, shuffle=True)
    val = DataLoader(part(slice(n_tr, n_tr + n_va)), batch_size=2048)
    test = DataLoader(part(slice(n_tr + n_va, None)), batch_size=2048)
    print(f"constant guess: rmse {r[n_tr + n_va:].sub(r[:n_tr].mean()).square().mean().sqrt():.4f}")

    model = Factoriser(a.users, a.items, a.dim)
    tables = [model.user.weight, model.item.weight]
    optimizers = [
        torch.optim.SparseAdam(tables, lr=0.02),
        torch.optim.AdamW(model.out.parameters(), lr=0.01, weight_decay=1e-3),
    ]
    total = a.epochs * len(train)
    schedules = [torch.optim.lr_scheduler.CosineAnnealingLR(o, T_max=total) for o in optimizers]

    best, best_weights = float("inf"), None
    for epoch in range(1, a.epochs + 1):
        model.train()
        for ub, ib, rb in train:
            for o in optimizers:
                o.zero_grad()
            loss = nn.functional.mse_loss(model(ub, ib), rb)
            loss.backward()
            for o in optimizers:
                o.step()
            for s in schedules:
                s.step()
        current = rmse(model, val)
        if current < best:
            best, best_weights = current, copy.deepcopy(model.state_dict())
        if epoch % 4 == 0:
            print(f"epoch {epoch:2d}  val rmse {current:.4f}")

    model.load_state_dict(best_weights)
    print(f"test rmse {rmse(model, test):.4f}")


if __name__ == "__main__":
    main()
