"""Recommender: matrix factorisation with BPR, leave-two-out (one item for validation, one for test per user).
HR@10 and NDCG@10 are computed over all items that the user has not consumed in training."""
import numpy as np
import torch
from torch import nn
import torch.nn.functional as F

USERS, ITEMS, TRUE_DIM = 500, 300, 6
rng = np.random.default_rng(10)
torch.manual_seed(10)

# ---- synthetic implicit feedback: users consume items with probability softmax(affinity + popularity)
U, V = rng.normal(size=(USERS, TRUE_DIM)), rng.normal(size=(ITEMS, TRUE_DIM))
affinity = 1.3 * U @ V.T / np.sqrt(TRUE_DIM) * 1.5 + 0.5 * rng.normal(size=ITEMS)
interactions = []
for u in range(USERS):
    k = int(rng.integers(12, 30))
    w = np.exp(affinity[u] - affinity[u].max())
    interactions.append(rng.choice(ITEMS, size=k, replace=False, p=w / w.sum()))  # in a random order of consumption

train_pairs = np.array([(u, i) for u, items in enumerate(interactions) for i in items[:-2]])
valid_item = torch.tensor([items[-2] for items in interactions])
test_item = torch.tensor([items[-1] for items in interactions])
seen = torch.zeros(USERS, ITEMS, dtype=torch.bool)  # training interactions only
seen[train_pairs[:, 0], train_pairs[:, 1]] = True
users = torch.from_numpy(train_pairs[:, 0])
items = torch.from_numpy(train_pairs[:, 1])
print(f"{len(users)} training interactions, density {seen.float().mean():.3f}")


class BPR(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.u = nn.Embedding(USERS, dim)
        self.i = nn.Embedding(ITEMS, dim)
        self.b = nn.Embedding(ITEMS, 1)
        nn.init.normal_(self.u.weight, std=0.05)
        nn.init.normal_(self.i.weight, std=0.05)
        nn.init.zeros_(self.b.weight)

    def forward(self, u, i):
        return (self.u(u) * self.i(i)).sum(-1) + self.b(i).squeeze(-1)

    def all_scores(self):
        return self.u.weight @ self.i.weight.T + self.b.weight.T


def sample_negatives(u):
    """Uniform over the items without a training interaction (a held-out item may well be drawn: it is unknown)."""
    neg = torch.randint(ITEMS, u.shape)
    while (clash := seen[u, neg]).any():
        neg[clash] = torch.randint(ITEMS, (int(clash.sum()),))
    return neg


@torch.no_grad()
def evaluate(model, wanted, also_hide=None, k=10):
    model.eval()
    scores = model.all_scores().masked_fill(seen, float("-inf"))
    if also_hide is not None:
        scores[torch.arange(USERS), also_hide] = float("-inf")
    own = scores.gather(1, wanted[:, None])
    rank = (scores > own).sum(1)  # 0 is the best place
    hit = rank < k
    return hit.float().mean().item(), (hit / torch.log2(rank + 2.0)).mean().item()


def popularity_baseline(k=10):
    pop = seen.float().sum(0).expand(USERS, -1).masked_fill(seen, float("-inf"))
    pop = pop.scatter(1, valid_item[:, None], float("-inf"))
    return (pop.topk(k).indices == test_item[:, None]).any(1).float().mean().item()


model = BPR()
opt = torch.optim.Adam(model.parameters(), lr=0.01)
L2, EPOCHS, BATCH = 6e-3, 20, 256
best, best_state = -1.0, None
print("before: HR@10 %.3f  NDCG@10 %.3f" % evaluate(model, valid_item))
for epoch in range(1, EPOCHS + 1):
    model.train()
    total = 0.0
    for idx in torch.randperm(len(users)).split(BATCH):
        u, i = users[idx], items[idx]
        j = sample_negatives(u)
        loss = -F.logsigmoid(model(u, i) - model(u, j)).mean()
        reg = sum(e(x).square().sum(-1).mean() for e, x in ((model.u, u), (model.i, i), (model.i, j)))
        opt.zero_grad()
        (loss + L2 * reg).backward()
        opt.step()
        total += loss.item() * len(idx)
    hr, nd = evaluate(model, valid_item)
    if nd > best:
        best, best_state = nd, {k: v.clone() for k, v in model.state_dict().items()}
    if epoch % 5 == 0:
        print(f"epoch {epoch}: bpr loss {total / len(users):.4f}  valid HR@10 {hr:.3f}  NDCG@10 {nd:.3f}")
model.load_state_dict(best_state)
print("test HR@10 %.3f  NDCG@10 %.3f" % evaluate(model, test_item, also_hide=valid_item), f"| popularity HR@10 {popularity_baseline():.3f}, random {10 / (ITEMS - seen.float().sum(1).mean().item()):.3f}")
