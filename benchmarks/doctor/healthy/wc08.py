"""Matrix factorisation on invented ratings (explicit feedback, held-out user/item pairs)."""
import numpy as np
import torch
from torch import nn

N_USERS, N_ITEMS, N_RATINGS, DIM = 200, 150, 9000, 4


def invent(seed=0):
    r = np.random.default_rng(seed)
    u, i = r.normal(0, 0.8, (N_USERS, 3)), r.normal(0, 0.8, (N_ITEMS, 3))
    bu, bi = r.normal(0, 0.4, N_USERS), r.normal(0, 0.5, N_ITEMS)
    full = 3.5 + bu[:, None] + bi[None, :] + u @ i.T + r.normal(0, 0.3, (N_USERS, N_ITEMS))
    flat = r.choice(N_USERS * N_ITEMS, N_RATINGS, replace=False)   # every pair at most once, random order
    us, its = np.divmod(flat, N_ITEMS)
    return torch.from_numpy(us), torch.from_numpy(its), torch.from_numpy(full[us, its]).float()


class MF(nn.Module):
    def __init__(self, mean):
        super().__init__()
        self.u, self.i = nn.Embedding(N_USERS, DIM), nn.Embedding(N_ITEMS, DIM)
        self.bu, self.bi = nn.Embedding(N_USERS, 1), nn.Embedding(N_ITEMS, 1)
        nn.init.normal_(self.u.weight, std=0.3)
        nn.init.normal_(self.i.weight, std=0.3)
        nn.init.zeros_(self.bu.weight)
        nn.init.zeros_(self.bi.weight)
        self.register_buffer("mean", mean)

    def forward(self, users, items):
        dot = (self.u(users) * self.i(items)).sum(-1)
        return self.mean + self.bu(users).squeeze(-1) + self.bi(items).squeeze(-1) + dot

    def penalty(self, users, items):
        return sum(e(k).pow(2).sum(-1).mean()
                   for e, k in ((self.u, users), (self.bu, users), (self.i, items), (self.bi, items)))


def rmse(model, part):
    with torch.inference_mode():
        return (model(part[0], part[1]) - part[2]).pow(2).mean().sqrt().item()


torch.manual_seed(0)
torch.set_num_threads(2)
users, items, y = invent()
cut = [slice(0, 6500), slice(6500, 7700), slice(7700, None)]
train, val, test = [(users[c], items[c], y[c]) for c in cut]

model = MF(train[2].mean())
opt = torch.optim.Adam(model.parameters(), lr=0.01)
best, keep, bad = float("inf"), None, 0
for epoch in range(150):
    for b in torch.randperm(len(train[2])).split(256):
        u, i, r = (c[b] for c in train)
        loss = (model(u, i) - r).pow(2).mean() + 0.01 * model.penalty(u, i)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
    v = rmse(model, val)
    if epoch % 5 == 0:
        print(f"epoch {epoch:3d} train {rmse(model, train):.4f} val {v:.4f}")
    if v < best:
        best, bad = v, 0
        keep = {k: t.detach().clone() for k, t in model.state_dict().items()}
    else:
        bad += 1
        if bad == 8:
            break

model.load_state_dict(keep)
print(f"best val {best:.4f}   test {rmse(model, test):.4f}   "
      f"global mean {(test[2] - train[2].mean()).pow(2).mean().sqrt():.4f}")
