"""Matrix factorisation with biases on made-up ratings.

On purpose, users and items of the test ratings also occur in training: the question is how well a *known*
user's rating of a *known* item is filled in. No (user, item) pair occurs twice, so no rating is shared.
"""
import json
import os
from typing import NamedTuple

import numpy as np
import torch
from torch import nn

N_USERS, N_ITEMS, RANK = 300, 200, 3
PER_USER = 60          # ratings per user: 44 train, 8 validation, 8 test


class Ratings(NamedTuple):
    user: torch.Tensor
    item: torch.Tensor
    value: torch.Tensor

    def __len__(self):  # number of ratings, not number of fields
        return self.user.numel()


def make_ratings(seed):
    rng = np.random.default_rng(seed)
    taste = rng.normal(size=(N_USERS, RANK)) / np.sqrt(RANK)
    genre = rng.normal(size=(N_ITEMS, RANK))
    b_user = rng.normal(scale=0.5, size=N_USERS)
    b_item = rng.normal(scale=0.5, size=N_ITEMS)
    buckets = {"train": [], "valid": [], "test": []}
    for u in range(N_USERS):
        items = rng.choice(N_ITEMS, size=PER_USER, replace=False)
        score = 3.0 + b_user[u] + b_item[items] + genre[items] @ taste[u] + rng.normal(scale=0.3, size=PER_USER)
        for k, (i, s) in enumerate(zip(items, score)):
            part = "train" if k < 44 else "valid" if k < 52 else "test"
            buckets[part].append((u, int(i), float(s)))
    out = {}
    for part, rows in buckets.items():
        u, i, s = zip(*rows)
        out[part] = Ratings(torch.tensor(u), torch.tensor(i), torch.tensor(s))
    return out


class Factors(nn.Module):
    def __init__(self, mean, rank=8):
        super().__init__()
        self.mean = float(mean)
        self.p = nn.Embedding(N_USERS, rank)
        self.q = nn.Embedding(N_ITEMS, rank)
        self.bu = nn.Embedding(N_USERS, 1)
        self.bi = nn.Embedding(N_ITEMS, 1)
        for table in (self.p, self.q):
            nn.init.normal_(table.weight, std=0.1)
        for table in (self.bu, self.bi):
            nn.init.zeros_(table.weight)

    def forward(self, u, i):
        dot = (self.p(u) * self.q(i)).sum(-1)
        return self.mean + self.bu(u).squeeze(-1) + self.bi(i).squeeze(-1) + dot

    def penalty(self, u, i):
        # only the rows of this batch, as in the classical ALS/SGD objective
        return self.p(u).square().sum(-1).mean() + self.q(i).square().sum(-1).mean()


def rmse(prediction, truth):
    return (prediction - truth).square().mean().sqrt().item()


def fit(data, lam, epochs=40, batch=512, seed=0):
    """Best validation RMSE over the epochs, and the weights that reached it."""
    torch.manual_seed(seed)
    train, valid = data["train"], data["valid"]
    model = Factors(train.value.mean())
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    best, state = float("inf"), None
    for _ in range(epochs):
        model.train()
        for idx in torch.randperm(len(train)).split(batch):
            u, i, s = train.user[idx], train.item[idx], train.value[idx]
            loss = (model(u, i) - s).square().mean() + lam * model.penalty(u, i)
            opt.zero_grad()
            loss.backward()
            opt.step()
        model.eval()
        with torch.no_grad():
            now = rmse(model(valid.user, valid.item), valid.value)
        if now < best:
            best, state = now, {k: v.clone() for k, v in model.state_dict().items()}
    return best, state


def main():
    torch.set_num_threads(2)
    data = make_ratings(seed=21)
    results = {lam: fit(data, lam) for lam in (0.003, 0.01, 0.03, 0.1)}
    for lam, (score, _) in results.items():
        print(f"lambda {lam:<6}  validation rmse {score:.4f}")
    lam = min(results, key=lambda k: results[k][0])

    train, test = data["train"], data["test"]
    model = Factors(train.value.mean())
    model.load_state_dict(results[lam][1])
    model.eval()
    with torch.no_grad():
        ours = rmse(model(test.user, test.item), test.value)
    base = rmse(torch.full_like(test.value, train.value.mean().item()), test.value)
    print(f"chosen lambda {lam}: test rmse {ours:.4f}, global mean {base:.4f}")
    os.makedirs("out/qa11", exist_ok=True)
    with open("out/qa11/result.json", "w") as f:
        json.dump({"lambda": lam, "test_rmse": ours, "baseline_rmse": base}, f)


if __name__ == "__main__":
    main()
