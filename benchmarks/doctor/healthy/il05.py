# Implicit feedback, BPR matrix factorisation. Leave-last-two-out per user: one item for validation, one for test.
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(11)
g = torch.Generator().manual_seed(11)
USERS, ITEMS, TASTES, PER_USER = 600, 300, 6, 22

# ---- interactions: every user likes two of six genres
genre = torch.randint(TASTES, (ITEMS,), generator=g)
taste = torch.rand(USERS, TASTES, generator=g).topk(2, dim=1).indices
weights = torch.full((USERS, ITEMS), 0.03)
weights[(genre[None, :, None] == taste[:, None, :]).any(-1)] = 1.0
history = torch.multinomial(weights, PER_USER, replacement=False, generator=g)  # (users, 22), in time order

train_items, val_item, test_item = history[:, :-2], history[:, -2], history[:, -1]
users = torch.arange(USERS)
pairs = torch.stack([users.repeat_interleave(train_items.shape[1]), train_items.reshape(-1)], dim=1)
known = torch.zeros(USERS, ITEMS, dtype=torch.bool)
known[pairs[:, 0], pairs[:, 1]] = True


class BPR(nn.Module):
    def __init__(self, n_users, n_items, dim=16):
        super().__init__()
        self.user = nn.Embedding(n_users, dim)
        self.item = nn.Embedding(n_items, dim)
        self.bias = nn.Embedding(n_items, 1)
        nn.init.normal_(self.user.weight, std=0.1)
        nn.init.normal_(self.item.weight, std=0.1)
        nn.init.zeros_(self.bias.weight)

    def forward(self, u, i):
        return (self.user(u) * self.item(i)).sum(-1) + self.bias(i).squeeze(-1)

    def all_scores(self):
        return self.user.weight @ self.item.weight.T + self.bias.weight.T


def sample_negatives(u):
    neg = torch.randint(ITEMS, u.shape, generator=g)
    clash = known[u, neg]
    while clash.any():
        neg[clash] = torch.randint(ITEMS, (int(clash.sum()),), generator=g)
        clash = known[u, neg]
    return neg


@torch.no_grad()
def hit_rate(model, target, seen, k=20):
    scores = model.all_scores().masked_fill(seen, float("-inf"))
    return (scores.topk(k, dim=1).indices == target[:, None]).any(1).float().mean().item()


model = BPR(USERS, ITEMS)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, weight_decay=1e-3)
EPOCHS, BATCH = 25, 512
best, best_state = -1.0, None
for epoch in range(EPOCHS):
    order = torch.randperm(len(pairs), generator=g)
    running = 0.0
    for chunk in order.split(BATCH):
        u, pos = pairs[chunk, 0], pairs[chunk, 1]
        neg = sample_negatives(u)
        loss = -F.logsigmoid(model(u, pos) - model(u, neg)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        running += loss.item() * len(chunk)
    hr = hit_rate(model, val_item, known)
    if hr > best:
        best, best_state = hr, {k: v.clone() for k, v in model.state_dict().items()}
    if epoch % 5 == 0 or epoch == EPOCHS - 1:
        print(f"epoch {epoch:2d}  bpr {running / len(pairs):.4f}  val HR@20 {hr:.3f}")

model.load_state_dict(best_state)
seen = known.clone()
seen[users, val_item] = True  # by test time the validation item has been consumed
popular = known.sum(0).float().expand(USERS, -1).masked_fill(seen, float("-inf"))
pop_hr = (popular.topk(20, dim=1).indices == test_item[:, None]).any(1).float().mean().item()
print(f"test HR@20 {hit_rate(model, test_item, seen):.3f}   most popular {pop_hr:.3f}")
