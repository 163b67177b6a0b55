"""BPR matrix factorisation for implicit feedback.

One item of every user is held out for validation and another one for the test; ranking is against ALL items the user
has not touched yet (no sampled metrics).  The yardstick is plain popularity.
"""
from __future__ import annotations

import dataclasses
import logging

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

log = logging.getLogger("bpr")


@dataclasses.dataclass(frozen=True)
class Settings:
    users: int = 800
    items: int = 300
    per_user: int = 25
    dim: int = 16
    lr: float = 1e-2
    l2: float = 1e-4
    batch: int = 512
    epochs: int = 40
    patience: int = 6
    k: int = 10
    seed: int = 3


def simulate(s: Settings) -> np.ndarray:
    """(users, per_user) item ids, all different within a row, in random order."""
    rng = np.random.default_rng(s.seed)
    taste = rng.normal(size=(s.users, 4))
    kind = rng.normal(size=(s.items, 4))
    utility = 1.6 * taste @ kind.T + rng.normal(0, 0.5, s.items)
    # Gumbel-top-k = sampling without replacement with softmax weights
    noisy = utility + rng.gumbel(size=utility.shape)
    top = np.argsort(-noisy, axis=1)[:, : s.per_user]
    return rng.permuted(top, axis=1)


class BPR(nn.Module):
    def __init__(self, s: Settings):
        super().__init__()
        self.user = nn.Embedding(s.users, s.dim)
        self.item = nn.Embedding(s.items, s.dim)
        self.bias = nn.Embedding(s.items, 1)
        nn.init.normal_(self.user.weight, std=0.1)
        nn.init.normal_(self.item.weight, std=0.1)
        nn.init.zeros_(self.bias.weight)

    def score(self, u: Tensor, i: Tensor) -> Tensor:
        return (self.user(u) * self.item(i)).sum(-1) + self.bias(i).squeeze(-1)

    def all_scores(self) -> Tensor:
        return self.user.weight @ self.item.weight.T + self.bias.weight.T

    def penalty(self, u: Tensor, i: Tensor, j: Tensor) -> Tensor:
        return (self.user(u).pow(2).sum() + self.item(i).pow(2).sum() + self.item(j).pow(2).sum()) / len(u)


def rank_metrics(scores: Tensor, seen: Tensor, target: Tensor, k: int) -> tuple[float, float]:
    scores = scores.masked_fill(seen, float("-inf"))
    top = scores.topk(k, dim=1).indices
    hit = top == target[:, None]
    gain = hit / torch.log2(torch.arange(k) + 2.0)          # one relevant item: the ideal DCG is 1
    return hit.any(1).float().mean().item(), gain.sum(1).mean().item()


def main() -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(name)s %(message)s", datefmt="%H:%M:%S")
    s = Settings()
    torch.manual_seed(s.seed)
    basket = torch.from_numpy(simulate(s))
    test_item, valid_item, train_items = basket[:, 0], basket[:, 1], basket[:, 2:]
    rows = torch.arange(s.users)

    known = torch.zeros(s.users, s.items, dtype=torch.bool)
    known[rows[:, None], train_items] = True
    known_at_test = known.clone()
    known_at_test[rows, valid_item] = True

    pos_u = rows.repeat_interleave(train_items.shape[1])
    pos_i = train_items.reshape(-1)
    not_known = (~known).float()
    model = BPR(s)
    opt = torch.optim.Adam(model.parameters(), lr=s.lr)
    best, best_state, waited = -1.0, None, 0
    for epoch in range(1, s.epochs + 1):
        model.train()
        # fresh negatives each epoch, never one of the user's training items
        neg = torch.multinomial(not_known, train_items.shape[1], replacement=True).reshape(-1)
        losses = []
        for b in torch.randperm(len(pos_u)).split(s.batch):
            u, i, j = pos_u[b], pos_i[b], neg[b]
            loss = -F.logsigmoid(model.score(u, i) - model.score(u, j)).mean() + s.l2 * model.penalty(u, i, j)
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses.append(loss.item())
        model.eval()
        with torch.no_grad():
            hr, ndcg = rank_metrics(model.all_scores(), known, valid_item, s.k)
        if epoch % 5 == 0:
            log.info("epoch %d loss %.4f  valid HR@%d %.4f NDCG %.4f", epoch, np.mean(losses), s.k, hr, ndcg)
        if ndcg > best:
            best, waited = ndcg, 0
            best_state = {k: v.detach().clone() for k, v in model.state_dict().items()}
        else:
            waited += 1
            if waited == s.patience:
                log.info("no better NDCG for %d epochs, stop at %d", s.patience, epoch)
                break

    model.load_state_dict(best_state)
    model.eval()
    with torch.no_grad():
        hr, ndcg = rank_metrics(model.all_scores(), known_at_test, test_item, s.k)
    popularity = known.sum(0).float().expand(s.users, -1)
    p_hr, p_ndcg = rank_metrics(popularity, known_at_test, test_item, s.k)
    log.info("TEST  BPR        HR@%d %.4f  NDCG %.4f", s.k, hr, ndcg)
    log.info("TEST  popularity HR@%d %.4f  NDCG %.4f", s.k, p_hr, p_ndcg)


if __name__ == "__main__":
    main()
