"""Implicit feedback, BPR loss, leave-one-out evaluation (seminar 'Recommender Systems').

Every user's last click is the test item, the one before it the validation item.
HR@10 and NDCG@10 rank the held-out item among all items the user has not clicked before.
"""
import argparse

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


def simulate(n_users, n_items, n_clicks, rng):
    """Each user likes two of ten genres; popular items of a genre are clicked more often."""
    genre = rng.integers(0, 10, n_items)
    fame = rng.gamma(0.6, 1.0, n_items) + 0.05
    logs = []
    for _ in range(n_users):
        taste = np.full(10, 0.03)
        taste[rng.choice(10, 2, replace=False)] = 1.0
        p = taste[genre] * fame
        logs.append(rng.choice(n_items, n_clicks, replace=False, p=p / p.sum()))
    return np.stack(logs)                                  # (users, clicks), in order of time


class BPR(nn.Module):
    def __init__(self, n_users, n_items, dim):
        super().__init__()
        self.user = nn.Embedding(n_users, dim)
        self.item = nn.Embedding(n_items, dim)
        self.bias = nn.Embedding(n_items, 1)
        nn.init.normal_(self.user.weight, std=0.05)
        nn.init.normal_(self.item.weight, std=0.05)
        nn.init.zeros_(self.bias.weight)

    def forward(self, u, i):
        return (self.user(u) * self.item(i)).sum(-1) + self.bias(i).squeeze(-1)

    def all_scores(self):
        return self.user.weight @ self.item.weight.T + self.bias.weight.T


def sample_negatives(users, clicked, generator):
    """Uniform items that the user did not click in the training part (drawn again until true)."""
    n_items = clicked.size(1)
    neg = torch.randint(n_items, users.shape, generator=generator)
    bad = clicked[users, neg]
    while bad.any():
        neg[bad] = torch.randint(n_items, (int(bad.sum()),), generator=generator)
        bad = clicked[users, neg]
    return neg


def rank_metrics(scores, target, hide, k=10):
    """hide: items that the user had already clicked at that time; the target is never among them."""
    scores = scores.masked_fill(hide, -float("inf"))
    own = scores.gather(1, target[:, None])
    rank = (scores > own).sum(1)                           # 0 is the top
    hit = (rank < k).float()
    ndcg = hit / torch.log2(rank.float() + 2)
    return hit.mean().item(), ndcg.mean().item()


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--dim", type=int, default=16)
    ap.add_argument("--epochs", type=int, default=30)
    ap.add_argument("--batch", type=int, default=256)
    ap.add_argument("--lr", type=float, default=5e-3)
    ap.add_argument("--l2", type=float, default=1e-3)
    args = ap.parse_args()

    torch.manual_seed(8)
    gen = torch.Generator().manual_seed(8)
    n_users, n_items, n_clicks = 500, 300, 20
    logs = torch.from_numpy(simulate(n_users, n_items, n_clicks, np.random.default_rng(8)))
    train, val, test = logs[:, :-2], logs[:, -2], logs[:, -1]

    clicked = torch.zeros(n_users, n_items, dtype=torch.bool).scatter_(1, train, True)
    clicked_by_test = clicked.scatter(1, val[:, None], True)
    users = torch.arange(n_users).repeat_interleave(train.size(1))
    items = train.reshape(-1)

    fame = torch.bincount(items, minlength=n_items).float().expand(n_users, -1)
    fame = fame + 1e-3 * torch.rand(n_items)               # breaks ties
    print("popularity, val HR@10 {:.3f} NDCG@10 {:.3f}".format(*rank_metrics(fame, val, clicked)))

    model = BPR(n_users, n_items, args.dim)
    opt = torch.optim.Adam(model.parameters(), lr=args.lr)
    best, best_state = -1.0, None
    for epoch in range(1, args.epochs + 1):
        model.train()
        total = 0.0
        for rows in torch.randperm(len(users)).split(args.batch):
            u, i = users[rows], items[rows]
            j = sample_negatives(u, clicked, gen)
            reg = (model.user(u).pow(2) + model.item(i).pow(2) + model.item(j).pow(2)).sum(-1).mean()
            loss = -F.logsigmoid(model(u, i) - model(u, j)).mean() + args.l2 * reg
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(rows)
        model.eval()
        with torch.no_grad():
            hr, ndcg = rank_metrics(model.all_scores(), val, clicked)
        if ndcg > best:
            best, best_state = ndcg, {k: v.clone() for k, v in model.state_dict().items()}
        if epoch % 3 == 0:
            print(f"epoch {epoch:2d}  loss {total / len(users):.4f}  val HR@10 {hr:.3f}  NDCG@10 {ndcg:.3f}")

    model.load_state_dict(best_state)
    model.eval()
    with torch.no_grad():
        hr, ndcg = rank_metrics(model.all_scores(), test, clicked_by_test)
    base = rank_metrics(fame, test, clicked_by_test)
    print(f"test HR@10 {hr:.3f} NDCG@10 {ndcg:.3f}   popularity {base[0]:.3f} {base[1]:.3f}")


if __name__ == "__main__":
    main()
