# %% [markdown]
# Matrix factorisation on explicit ratings.
# Users and items are the same in all three parts (that is the task: fill in the holes);
# a (user, item) pair exists only once and lives in only one part.

# %%
import numpy as np
import pandas as pd
import torch
from torch import nn

rng = np.random.default_rng(42)
torch.manual_seed(42)

# %% invent the ratings
n_users, n_items, k_true = 300, 200, 3
bu = rng.normal(0, 0.4, n_users)
bi = rng.normal(0, 0.4, n_items)
P = rng.normal(0, 0.6, (n_users, k_true))
Q = rng.normal(0, 0.6, (n_items, k_true))
cells = rng.choice(n_users * n_items, size=15_000, replace=False)
u, i = np.divmod(cells, n_items)
score = 3.3 + bu[u] + bi[i] + (P[u] * Q[i]).sum(1) + rng.normal(0, 0.3, len(cells))
ratings = pd.DataFrame({"user": u, "item": i, "rating": np.clip(score, 1, 5)})
assert not ratings.duplicated(["user", "item"]).any()

# %% 80 / 10 / 10
part = rng.permutation(np.repeat(["train", "val", "test"], [12_000, 1_500, 1_500]))
frames = {name: g for name, g in ratings.groupby(part)}
tensors = {
    name: (torch.tensor(g["user"].to_numpy()), torch.tensor(g["item"].to_numpy()),
           torch.tensor(g["rating"].to_numpy(), dtype=torch.float32))
    for name, g in frames.items()
}
mu = frames["train"]["rating"].mean()


# %%
class MF(nn.Module):
    def __init__(self, users, items, dim, mean):
        super().__init__()
        self.p, self.q = nn.Embedding(users, dim), nn.Embedding(items, dim)
        self.bu, self.bi = nn.Embedding(users, 1), nn.Embedding(items, 1)
        self.register_buffer("mean", torch.tensor(float(mean)))
        for e in (self.p, self.q):
            nn.init.normal_(e.weight, std=0.1)
        for e in (self.bu, self.bi):
            nn.init.zeros_(e.weight)

    def forward(self, u, i):
        dot = (self.p(u) * self.q(i)).sum(-1)
        return self.mean + self.bu(u).squeeze(-1) + self.bi(i).squeeze(-1) + dot

    def penalty(self, u, i):
        """L2 on the rows that the batch touches."""
        return (self.p(u).square().sum(-1) + self.q(i).square().sum(-1)
                + self.bu(u).square().sum(-1) + self.bi(i).square().sum(-1)).mean()


def rmse(model, part):
    u, i, r = tensors[part]
    model.eval()
    with torch.no_grad():
        return (model(u, i).clamp(1, 5) - r).square().mean().sqrt().item()


def run(dim, lam, lr=0.01, batch=256, epochs=60, patience=4):
    model = MF(n_users, n_items, dim, mu)
    opt = torch.optim.Adam(model.parameters(), lr=lr)
    u, i, r = tensors["train"]
    best, state, since = np.inf, None, 0
    for _ in range(epochs):
        model.train()
        for b in torch.randperm(len(r)).split(batch):
            loss = (model(u[b], i[b]) - r[b]).square().mean() + lam * model.penalty(u[b], i[b])
            opt.zero_grad()
            loss.backward()
            opt.step()
        v = rmse(model, "val")
        if v < best:
            best, since = v, 0
            state = {k: t.clone() for k, t in model.state_dict().items()}
        else:
            since += 1
            if since >= patience:
                break
    model.load_state_dict(state)
    return best, model


# %% the penalty is chosen on the validation part
results = []
for lam in (0.0, 0.02, 0.05):
    val, model = run(dim=6, lam=lam)
    print(f"lambda {lam}: val RMSE {val:.4f}")
    results.append((val, lam, model))
val, lam, model = min(results, key=lambda t: t[0])

# %% and only the winner sees the test part
tr, te = frames["train"], frames["test"]
item_mean = te["item"].map(tr.groupby("item")["rating"].mean()).fillna(mu)
rms = lambda e: float(np.sqrt(np.mean(np.square(e))))
print(f"chosen lambda {lam}")
print(f"test RMSE  model {rmse(model, 'test'):.4f}  item mean {rms(te['rating'] - item_mean):.4f}"
      f"  global mean {rms(te['rating'] - mu):.4f}")
