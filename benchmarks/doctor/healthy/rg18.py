import argparse

import numpy as np
import torch
import torch.nn as nn


def make_ratings(n_users, n_items, rank, density, rng):
    U = rng.normal(size=(n_users, rank)) / np.sqrt(rank)
    V = rng.normal(size=(n_items, rank))
    bu, bi = rng.normal(scale=0.4, size=n_users), rng.normal(scale=0.4, size=n_items)
    full = 3.5 + bu[:, None] + bi[None] + U @ V.T
    mask = rng.random(full.shape) < density
    u, i = np.where(mask)
    r = full[u, i] + rng.normal(scale=0.2, size=len(u))
    return u, i, r


class BiasedMF(nn.Module):
    def __init__(self, n_users, n_items, k, mean):
        super().__init__()
        self.p = nn.Embedding(n_users, k)
        self.q = nn.Embedding(n_items, k)
        self.bu = nn.Embedding(n_users, 1)
        self.bi = nn.Embedding(n_items, 1)
        self.register_buffer("mean", torch.tensor(float(mean)))
        for e in (self.p, self.q):
            nn.init.normal_(e.weight, std=0.1)
        for e in (self.bu, self.bi):
            nn.init.zeros_(e.weight)

    def forward(self, u, i):
        dot = (self.p(u) * self.q(i)).sum(-1)
        return self.mean + self.bu(u).squeeze(-1) + self.bi(i).squeeze(-1) + dot


def main():
    parser = argparse.ArgumentParser(description="Recommender with matrix factorisation")
    parser.add_argument("--factors", type=int, default=4)
    parser.add_argument("--epochs", type=int, default=25)
    parser.add_argument("--batch-size", type=int, default=256)
    parser.add_argument("--lr", type=float, default=0.01)
    parser.add_argument("--reg", type=float, default=0.02)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()

    rng = np.random.default_rng(args.seed)
    torch.manual_seed(args.seed)
    n_users, n_items = 300, 200
    u, i, r = make_ratings(n_users, n_items, 3, 0.25, rng)
    order = rng.permutation(len(r))
    cut = int(0.85 * len(r))
    tr, te = order[:cut], order[cut:]

    def tensors(idx):
        return torch.as_tensor(u[idx]), torch.as_tensor(i[idx]), torch.as_tensor(r[idx], dtype=torch.float32)

    u_tr, i_tr, r_tr = tensors(tr)
    u_te, i_te, r_te = tensors(te)
    model = BiasedMF(n_users, n_items, args.factors, r_tr.mean())
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)

    baseline = (r_te - r_tr.mean()).pow(2).mean().sqrt().item()
    print(f"{len(tr)} ratings to learn from, RMSE of the mean {baseline:.4f}")
    for epoch in range(1, args.epochs + 1):
        model.train()
        total = 0.0
        for b in torch.randperm(len(r_tr)).split(args.batch_size):
            ub, ib, rb = u_tr[b], i_tr[b], r_tr[b]
            mse = (model(ub, ib) - rb).pow(2).mean()
            penalty = args.reg * (model.p(ub).pow(2).sum(-1) + model.q(ib).pow(2).sum(-1)).mean()
            loss = mse + penalty
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += mse.item() * len(b)
        if epoch % 5 == 0:
            model.eval()
            with torch.no_grad():
                rmse = (model(u_te, i_te) - r_te).pow(2).mean().sqrt().item()
            print(f"epoch {epoch:3d}  train RMSE {(total / len(r_tr)) ** 0.5:.4f}  test RMSE {rmse:.4f}")


if __name__ == "__main__":
    main()
