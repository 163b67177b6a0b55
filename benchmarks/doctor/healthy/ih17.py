"""Matrix factorisation with biases on simulated ratings (users x films), a bare bones recommender."""
import torch
from torch import nn

SEED = 31
N_USERS, N_ITEMS, RANK = 300, 200, 4
PER_USER = 40
EPOCHS, BATCH = 40, 512


def simulate(gen):
    u = torch.randn(N_USERS, RANK, generator=gen)
    v = torch.randn(N_ITEMS, RANK, generator=gen)
    taste = (u @ v.T) / RANK ** 0.5
    scores = (3.4 + 0.3 * torch.randn(N_USERS, 1, generator=gen) + 0.5 * torch.randn(1, N_ITEMS, generator=gen)
              + 0.8 * taste + 0.2 * torch.randn(N_USERS, N_ITEMS, generator=gen))
    users, items = [], []
    for user in range(N_USERS):
        picked = torch.randperm(N_ITEMS, generator=gen)[:PER_USER]  # nobody rates a film twice
        users.append(torch.full((PER_USER,), user))
        items.append(picked)
    users, items = torch.cat(users), torch.cat(items)
    return users, items, scores[users, items].clamp(1.0, 5.0)


class BiasedMF(nn.Module):
    def __init__(self, n_users, n_items, dim, global_mean):
        super().__init__()
        self.user = nn.Embedding(n_users, dim)
        self.item = nn.Embedding(n_items, dim)
        self.user_bias = nn.Embedding(n_users, 1)
        self.item_bias = nn.Embedding(n_items, 1)
        self.register_buffer("global_mean", torch.as_tensor(global_mean))
        for emb in (self.user, self.item):
            nn.init.normal_(emb.weight, std=0.1)
        for emb in (self.user_bias, self.item_bias):
            nn.init.zeros_(emb.weight)

    def forward(self, u, i):
        dot = (self.user(u) * self.item(i)).sum(dim=-1)
        return self.global_mean + dot + self.user_bias(u).squeeze(-1) + self.item_bias(i).squeeze(-1)

    def penalty(self, u, i):
        # only the rows of this batch pay
        return (self.user(u).pow(2).sum(-1) + self.item(i).pow(2).sum(-1)
                + self.user_bias(u).pow(2).squeeze(-1) + self.item_bias(i).pow(2).squeeze(-1)).mean()


def rmse(model, part):
    model.eval()
    with torch.no_grad():
        u, i, r = part
        return (model(u, i).clamp(1.0, 5.0) - r).pow(2).mean().sqrt().item()


def train(train_part, val_part, dim, reg, verbose=False):
    torch.manual_seed(SEED)
    users, items, ratings = train_part
    model = BiasedMF(N_USERS, N_ITEMS, dim, ratings.mean())
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    n_batches = -(-len(ratings) // BATCH)
    scheduler = torch.optim.lr_scheduler.LinearLR(
        optimizer, start_factor=1.0, end_factor=0.05, total_iters=EPOCHS * n_batches)
    for epoch in range(EPOCHS):
        model.train()
        order = torch.randperm(len(ratings))
        for idx in order.split(BATCH):
            u, i, r = users[idx], items[idx], ratings[idx]
            loss = (model(u, i) - r).pow(2).mean() + reg * model.penalty(u, i)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            scheduler.step()
        if verbose and (epoch + 1) % 10 == 0:
            print(f"  epoch {epoch + 1}: train rmse {rmse(model, train_part):.3f}  val rmse {rmse(model, val_part):.3f}")
    return model, rmse(model, val_part)


gen = torch.Generator().manual_seed(SEED)
users, items, ratings = simulate(gen)
perm = torch.randperm(len(ratings), generator=gen)
n_test = n_val = len(ratings) // 10
cut = {"test": perm[:n_test], "val": perm[n_test:n_test + n_val], "train": perm[n_test + n_val:]}
parts = {name: (users[ix], items[ix], ratings[ix]) for name, ix in cut.items()}

# pick size and penalty on the validation ratings ...
results = {}
for dim in (4, 8):
    for reg in (0.01, 0.03, 0.1):
        _, results[dim, reg] = train(parts["train"], parts["val"], dim, reg)
        print(f"dim {dim} reg {reg}: val rmse {results[dim, reg]:.4f}")
dim, reg = min(results, key=results.get)

# ... and only then look at the test ratings
print(f"chosen: dim {dim}, reg {reg}")
model, _ = train(parts["train"], parts["val"], dim, reg, verbose=True)
mean_only = (parts["test"][2] - parts["train"][2].mean()).pow(2).mean().sqrt().item()
print(f"test rmse {rmse(model, parts['test']):.4f}, predicting the mean gives {mean_only:.4f}")
