"""Matrix factorisation with sparse embeddings: SparseAdam for the tables, Adam for the dense part."""
import numpy as np
import torch
from torch import nn


def make_ratings(n_users=300, n_items=200, k=4, n=16000, seed=0):
    rng = np.random.default_rng(seed)
    u, v = rng.normal(size=(n_users, k)), rng.normal(size=(n_items, k))
    bu, bv = rng.normal(0, 0.4, n_users), rng.normal(0, 0.4, n_items)
    cells = rng.choice(n_users * n_items, size=n, replace=False)      # each pair at most once
    i, j = cells // n_items, cells % n_items
    r = 3.5 + bu[i] + bv[j] + 0.5 * (u[i] * v[j]).sum(1) + rng.normal(0, 0.3, n)
    return i, j, r.astype(np.float32)


class Recommender(nn.Module):
    def __init__(self, n_users, n_items, dim, mean):
        super().__init__()
        self.user = nn.Embedding(n_users, dim, sparse=True)
        self.item = nn.Embedding(n_items, dim, sparse=True)
        self.user_bias = nn.Embedding(n_users, 1, sparse=True)
        self.item_bias = nn.Embedding(n_items, 1, sparse=True)
        for e in (self.user, self.item):
            nn.init.normal_(e.weight, std=0.1)
        for e in (self.user_bias, self.item_bias):
            nn.init.zeros_(e.weight)
        self.mix = nn.Linear(dim, 1)
        nn.init.ones_(self.mix.weight)
        nn.init.constant_(self.mix.bias, mean)

    def forward(self, u, i):
        return (self.mix(self.user(u) * self.item(i)) + self.user_bias(u) + self.item_bias(i)).squeeze(-1)


def main():
    torch.manual_seed(0)
    users, items, ratings = make_ratings()
    order = np.random.default_rng(1).permutation(len(ratings))
    tr, va, te = np.split(order, [12000, 14000])
    U, I, R = torch.from_numpy(users), torch.from_numpy(items), torch.from_numpy(ratings)

    model = Recommender(300, 200, dim=8, mean=float(R[tr].mean()))
    sparse = [m.weight for m in model.modules() if isinstance(m, nn.Embedding)]
    dense = list(model.mix.parameters())
    optimizers = [torch.optim.SparseAdam(sparse, lr=0.01), torch.optim.Adam(dense, lr=0.002)]

    def rmse(idx):
        with torch.no_grad():
            return torch.sqrt(nn.functional.mse_loss(model(U[idx], I[idx]), R[idx])).item()

    best = (float("inf"), None, None)
    for epoch in range(40):
        for chunk in torch.from_numpy(np.random.default_rng(epoch).permutation(tr)).split(256):
            for o in optimizers:
                o.zero_grad()
            pu, qi = model.user(U[chunk]), model.item(I[chunk])
            loss = nn.functional.mse_loss(model(U[chunk], I[chunk]), R[chunk])
            loss = loss + 0.02 * (pu.pow(2).sum(1) + qi.pow(2).sum(1)).mean()
            loss.backward()
            for o in optimizers:
                o.step()
        v = rmse(va)
        if v < best[0]:
            best = (v, epoch, {k: t.clone() for k, t in model.state_dict().items()})
        if epoch % 5 == 0:
            print(f"epoch {epoch} train {rmse(tr):.3f} val {v:.3f}")
    model.load_state_dict(best[2])
    print(f"best epoch {best[1]}; test RMSE {rmse(te):.3f}; global mean {float(torch.sqrt(((R[te] - R[tr].mean()) ** 2).mean())):.3f}")


main()
