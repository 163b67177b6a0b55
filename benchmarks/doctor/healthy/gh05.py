# Recommender toy: sparse embeddings go to SparseAdam, the dense tower to AdamW. Two optimizers, two schedules.
import numpy as np
import torch
from torch import nn

rng = np.random.default_rng(2024)
torch.manual_seed(2024)

N_USERS, N_ITEMS, K = 200, 120, 4
user_f = rng.normal(size=(N_USERS, K)) / np.sqrt(K) * 1.4
item_f = rng.normal(size=(N_ITEMS, K)) / np.sqrt(K) * 1.4
bias_i = rng.normal(scale=0.5, size=N_ITEMS)

pairs = rng.permutation(N_USERS * N_ITEMS)[:16000]
u, i = pairs // N_ITEMS, pairs % N_ITEMS
rating = (user_f[u] * item_f[i]).sum(1) + bias_i[i] + rng.normal(scale=0.2, size=len(u))
cut1, cut2 = 12800, 14400
U, I, R = torch.from_numpy(u), torch.from_numpy(i), torch.from_numpy(rating).float()
train, valid, test = slice(0, cut1), slice(cut1, cut2), slice(cut2, None)
mean = R[train].mean()


class TwoTower(nn.Module):
    def __init__(self, dim=8):
        super().__init__()
        self.user = nn.Embedding(N_USERS, dim, sparse=True)
        self.item = nn.Embedding(N_ITEMS, dim, sparse=True)
        nn.init.normal_(self.user.weight, std=0.3)
        nn.init.normal_(self.item.weight, std=0.3)
        self.head = nn.Sequential(nn.Linear(3 * dim, 32), nn.SiLU(), nn.Linear(32, 1))

    def forward(self, users, items):
        a, b = self.user(users), self.item(items)
        dot = (a * b).sum(-1)
        return dot + self.head(torch.cat([a, b, a * b], -1)).squeeze(-1) + mean


model = TwoTower()
sparse_opt = torch.optim.SparseAdam(list(model.user.parameters()) + list(model.item.parameters()), lr=0.01)
dense_opt = torch.optim.AdamW(model.head.parameters(), lr=2e-3, weight_decay=0.01)

EPOCHS, BATCH = 30, 256
steps = EPOCHS * (cut1 // BATCH)
schedules = [torch.optim.lr_scheduler.LinearLR(sparse_opt, 1.0, 0.05, total_iters=steps),
             torch.optim.lr_scheduler.CosineAnnealingLR(dense_opt, T_max=steps)]


def rmse(part):
    model.eval()
    with torch.no_grad():
        return torch.sqrt(((model(U[part], I[part]) - R[part]) ** 2).mean()).item()


print(f"always the mean: {torch.sqrt(((mean - R[valid]) ** 2).mean()).item():.3f}")
best = (float("inf"), 0, None)
for epoch in range(1, EPOCHS + 1):
    model.train()
    for rows in torch.randperm(cut1).view(-1, BATCH):
        sparse_opt.zero_grad()
        dense_opt.zero_grad()
        err = nn.functional.mse_loss(model(U[rows], I[rows]), R[rows])
        err.backward()
        nn.utils.clip_grad_norm_(model.head.parameters(), 1.0)   # dense part only, sparse gradients are not clipped
        sparse_opt.step()
        dense_opt.step()
        for s in schedules:
            s.step()
    score = rmse(valid)
    if score < best[0]:
        best = (score, epoch, {k: v.clone() for k, v in model.state_dict().items()})
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}: train {rmse(train):.3f} validation {score:.3f}")

model.load_state_dict(best[2])
print(f"epoch {best[1]} kept, validation {best[0]:.3f}, test {rmse(test):.3f} (noise floor 0.2)")
