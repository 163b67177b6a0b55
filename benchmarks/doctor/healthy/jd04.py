# matrix factorisation on explicit ratings, plain torch.
# What is measured: ratings of known users for items they have not rated in the training part.
import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(3)
torch.set_num_threads(2)
rng = np.random.default_rng(3)

N_USERS, N_ITEMS, PER_USER, DIM = 500, 150, 48, 4

# ---------------------------------------------------------------- the world
u_true = rng.normal(0, 0.75, (N_USERS, 3))
i_true = rng.normal(0, 0.75, (N_ITEMS, 3))
u_bias, i_bias = rng.normal(0, 0.4, N_USERS), rng.normal(0, 0.5, N_ITEMS)

parts = {"train": [], "val": [], "test": []}
for u in range(N_USERS):
    items = rng.choice(N_ITEMS, PER_USER, replace=False)  # a pair (user, item) exists once
    score = 3.2 + u_bias[u] + i_bias[items] + i_true[items] @ u_true[u] + rng.normal(0, 0.3, PER_USER)
    rows = list(zip([u] * PER_USER, items, score))
    parts["test"] += rows[:5]
    parts["val"] += rows[5:10]
    parts["train"] += rows[10:]


def tensors(rows):
    user, item, score = zip(*rows)
    return torch.tensor(user), torch.tensor(np.array(item)), torch.tensor(score, dtype=torch.float32)


train, val, test = (tensors(parts[k]) for k in ("train", "val", "test"))


# ---------------------------------------------------------------- the model
class Factors(nn.Module):
    def __init__(self, mean):
        super().__init__()
        self.user, self.item = nn.Embedding(N_USERS, DIM), nn.Embedding(N_ITEMS, DIM)
        self.user_bias, self.item_bias = nn.Embedding(N_USERS, 1), nn.Embedding(N_ITEMS, 1)
        self.register_buffer("mean", torch.tensor(mean))
        for table in (self.user, self.item):
            nn.init.normal_(table.weight, std=0.1)
        for table in (self.user_bias, self.item_bias):
            nn.init.zeros_(table.weight)

    def forward(self, u, i):
        dot = (self.user(u) * self.item(i)).sum(-1)
        return self.mean + self.user_bias(u).squeeze(-1) + self.item_bias(i).squeeze(-1) + dot


def rmse(model, part):
    model.eval()
    with torch.no_grad():
        u, i, r = part
        return (model(u, i) - r).square().mean().sqrt().item()


model = Factors(train[2].mean().item())
opt = torch.optim.AdamW([
    {"params": [model.user.weight, model.item.weight], "weight_decay": 0.05},
    {"params": [model.user_bias.weight, model.item_bias.weight], "weight_decay": 0.0, "lr": 5e-3},
], lr=1e-2)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(opt, mode="min", factor=0.3, patience=2, threshold=1e-3)

best, best_weights, stale = float("inf"), None, 0
n = len(train[2])
for epoch in range(60):
    model.train()
    for idx in torch.randperm(n).split(256):
        u, i, r = (column[idx] for column in train)
        loss = nn.functional.mse_loss(model(u, i), r)
        opt.zero_grad()
        loss.backward()
        opt.step()
    now = rmse(model, val)
    plateau.step(now)
    if now < best - 1e-4:
        best, stale = now, 0
        best_weights = {k: v.clone() for k, v in model.state_dict().items()}
    else:
        stale += 1
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d} val RMSE {now:.4f} lr {[g['lr'] for g in opt.param_groups]}")
    if stale == 8:  # longer than the patience of the schedule, so that a smaller rate has its chance
        break
model.load_state_dict(best_weights)


# ---------------------------------------------------------------- knowing less
def bias_baseline(part, shrink=5.0):
    """mean + item offset + user offset, all from the training ratings"""
    u, i, r = train
    mean = r.mean()
    item = torch.zeros(N_ITEMS).index_add_(0, i, r - mean) / (torch.bincount(i, minlength=N_ITEMS) + shrink)
    rest = r - mean - item[i]
    user = torch.zeros(N_USERS).index_add_(0, u, rest) / (torch.bincount(u, minlength=N_USERS) + shrink)
    pu, pi, pr = part
    return (mean + item[pi] + user[pu] - pr).square().mean().sqrt().item()


print(f"validation RMSE of the kept weights {best:.4f}")
print(f"test RMSE: factors {rmse(model, test):.4f}, biases only {bias_baseline(test):.4f}")
