"""Learning to rank with RankNet: pairwise logistic loss inside each query, NDCG@5 on held-out queries."""
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader


@dataclass
class Query:
    x: torch.Tensor  # (docs, features)
    rel: torch.Tensor  # (docs,) grades 0..4


def make_queries(n, rng):
    """Feature 6 tells queries apart but not documents; the grades come from a nonlinear, noisy utility."""
    out = []
    for _ in range(n):
        docs = int(rng.integers(6, 16))
        x = rng.normal(size=(docs, 12))
        utility = 1.2 * x[:, 0] - x[:, 1] + 0.8 * x[:, 2] * x[:, 3] + np.sin(2 * x[:, 4]) + 0.4 * rng.normal(size=docs)
        rel = np.digitize(utility, [-0.8, 0.5, 1.6, 2.6])
        x[:, 6] += rng.normal() * 2  # a property of the query, the same for all its documents
        out.append(Query(torch.tensor(x, dtype=torch.float32), torch.tensor(rel, dtype=torch.float32)))
    return out


def collate(queries):
    n = max(len(q.rel) for q in queries)
    x = torch.zeros(len(queries), n, queries[0].x.shape[1])
    rel = torch.zeros(len(queries), n)
    mask = torch.zeros(len(queries), n, dtype=torch.bool)
    for i, q in enumerate(queries):
        k = len(q.rel)
        x[i, :k], rel[i, :k], mask[i, :k] = q.x, q.rel, True
    return x, rel, mask


def ranknet_loss(scores, rel, mask):
    diff = scores[:, :, None] - scores[:, None, :]
    better = (rel[:, :, None] > rel[:, None, :]) & mask[:, :, None] & mask[:, None, :]
    per_query = (F.softplus(-diff) * better).sum((1, 2)) / better.sum((1, 2)).clamp(min=1)
    has_pairs = better.any(2).any(1)
    return per_query[has_pairs].mean()


def ndcg(scores, rel, k=5):
    discount = 1 / torch.log2(torch.arange(2, k + 2, dtype=torch.float))
    gain = lambda r: (torch.pow(2.0, r[:k]) - 1) @ discount[: len(r[:k])]
    ideal = gain(rel.sort(descending=True).values)
    if ideal == 0:
        return None
    return (gain(rel[scores.argsort(descending=True)]) / ideal).item()


@torch.no_grad()
def evaluate(model, queries):
    model.eval()
    vals = [ndcg(model(q.x).squeeze(-1), q.rel) for q in queries]
    return float(np.mean([v for v in vals if v is not None]))


def main():
    torch.manual_seed(0)
    rng = np.random.default_rng(0)
    train, valid, test = make_queries(500, rng), make_queries(150, rng), make_queries(150, rng)
    chance = np.mean([v for q in test for v in [ndcg(torch.rand(len(q.rel)), q.rel)] if v is not None])
    print(f"random order: NDCG@5 {chance:.3f}")

    model = nn.Sequential(nn.Linear(12, 64), nn.GELU(), nn.Dropout(0.1), nn.Linear(64, 32), nn.GELU(), nn.Linear(32, 1))
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=1e-3)
    epochs = 40
    loader = DataLoader(train, batch_size=25, shuffle=True, collate_fn=collate)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, epochs * len(loader))
    best, best_state = 0.0, None
    for epoch in range(1, epochs + 1):
        model.train()
        total = 0.0
        for x, rel, mask in loader:
            loss = ranknet_loss(model(x).squeeze(-1), rel, mask)
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
            total += loss.item()
        score = evaluate(model, valid)
        if score > best:
            best, best_state = score, {k: v.clone() for k, v in model.state_dict().items()}
        if epoch % 8 == 0:
            print(f"epoch {epoch}: pair loss {total / len(loader):.4f}  valid NDCG@5 {score:.4f}")
    model.load_state_dict(best_state)
    print(f"best valid {best:.4f}, test NDCG@5 {evaluate(model, test):.4f}")


if __name__ == "__main__":
    main()
