"""Recommendations: sparse embedding tables with SparseAdam, the small dense tower with AdamW. Two optimizers, one loss."""
import torch
import torch.nn as nn
import torch.optim as optim

g = torch.Generator().manual_seed(41)
torch.manual_seed(41)
USERS, ITEMS, K, N = 200, 150, 4, 12000

# hidden tastes -> stars with a bit of noise
tu, ti = torch.randn(USERS, K, generator=g), torch.randn(ITEMS, K, generator=g)
pairs = torch.randperm(USERS * ITEMS, generator=g)[:N]         # every pair once at most
users, items = pairs // ITEMS, pairs % ITEMS
stars = 3 + 0.8 * (tu[users] * ti[items]).sum(1) / K ** 0.5 + 0.2 * torch.randn(N, generator=g)
cut = int(0.85 * N)
mean = stars[:cut].mean()


class Recommender(nn.Module):
    def __init__(self):
        super().__init__()
        self.u = nn.Embedding(USERS, 8, sparse=True)
        self.i = nn.Embedding(ITEMS, 8, sparse=True)
        nn.init.normal_(self.u.weight, std=0.1)
        nn.init.normal_(self.i.weight, std=0.1)
        self.tower = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Dropout(0.1), nn.Linear(16, 1))

    def forward(self, u, i):
        prod = self.u(u) * self.i(i)
        return mean + prod.sum(1) + self.tower(prod).squeeze(1)


model = Recommender()
sparse_opt = optim.SparseAdam([model.u.weight, model.i.weight], lr=0.01)
dense_opt = optim.AdamW(model.tower.parameters(), lr=0.003, weight_decay=1e-3)
EPOCHS = 15
decay = [optim.lr_scheduler.LinearLR(o, 1.0, 0.1, total_iters=EPOCHS) for o in (sparse_opt, dense_opt)]


def rmse(lo, hi):
    model.eval()
    with torch.no_grad():
        return (model(users[lo:hi], items[lo:hi]) - stars[lo:hi]).square().mean().sqrt().item()


print(f"start: unseen pairs {rmse(cut, N):.3f}, constant answer {(stars[cut:] - mean).square().mean().sqrt():.3f}")
for epoch in range(1, EPOCHS + 1):
    model.train()
    for ix in torch.randperm(cut).split(128):
        error = model(users[ix], items[ix]) - stars[ix]
        loss = error.square().mean()
        # no clipping of the whole: clip_grad_norm_ and sparse gradients do not go together
        sparse_opt.zero_grad()
        dense_opt.zero_grad()
        loss.backward()
        sparse_opt.step()
        dense_opt.step()
    for s in decay:
        s.step()
    if epoch % 3 == 0:
        print(f"epoch {epoch:2d}: seen {rmse(0, cut):.3f}  unseen pairs {rmse(cut, N):.3f}")
