"""Implicit-feedback recommender: matrix factorisation trained with BPR, leave-last-out evaluation."""
import logging
from collections import defaultdict

import numpy as np
import torch
from torch import nn

log = logging.getLogger(__name__)

NUM_USERS, NUM_ITEMS, GROUPS = 500, 300, 8


def simulate(rng: np.random.Generator):
    """Each user likes two groups of items; items inside a group differ in popularity."""
    item_group = rng.integers(0, GROUPS, NUM_ITEMS)
    popularity = rng.pareto(2.5, NUM_ITEMS) + 0.3
    log_of = {}
    for user in range(NUM_USERS):
        taste = np.full(GROUPS, 0.06)
        taste[rng.choice(GROUPS, 2, replace=False)] = (1.0, 0.6)
        weight = popularity * taste[item_group]
        count = rng.integers(14, 32)
        log_of[user] = rng.choice(NUM_ITEMS, count, replace=False, p=weight / weight.sum()).tolist()
        rng.shuffle(log_of[user])
    return log_of


def leave_last_out(log_of):
    train, valid, test = defaultdict(list), {}, {}
    for user, items in log_of.items():
        train[user], valid[user], test[user] = items[:-2], items[-2], items[-1]
    return train, valid, test


class BprModel(nn.Module):
    def __init__(self, users: int, items: int, dim: int):
        super().__init__()
        self.user = nn.Embedding(users, dim, sparse=True)
        self.item = nn.Embedding(items, dim, sparse=True)
        self.bias = nn.Embedding(items, 1, sparse=True)
        nn.init.normal_(self.user.weight, std=0.05)
        nn.init.normal_(self.item.weight, std=0.05)
        nn.init.zeros_(self.bias.weight)

    def forward(self, u, i):
        return (self.user(u) * self.item(i)).sum(-1) + self.bias(i).squeeze(-1)

    def penalty(self, u, i, j):
        terms = self.user(u).pow(2).sum(-1) + self.item(i).pow(2).sum(-1) + self.item(j).pow(2).sum(-1)
        return terms.mean()

    @torch.no_grad()
    def all_scores(self):
        return self.user.weight @ self.item.weight.t() + self.bias.weight.t()


def sample_negatives(users: torch.Tensor, seen: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Uniform items that the user has not had in the training log."""
    neg = torch.randint(NUM_ITEMS, users.shape, generator=generator)
    clash = seen[users, neg]
    while clash.any():
        neg[clash] = torch.randint(NUM_ITEMS, (int(clash.sum()),), generator=generator)
        clash = seen[users, neg]
    return neg


def rank_metrics(scores: torch.Tensor, hide: torch.Tensor, target: torch.Tensor, k: int = 10):
    scores = scores.masked_fill(hide, float("-inf"))
    own = scores.gather(1, target[:, None])
    rank = (scores > own).sum(1) + 0.5 * ((scores == own).sum(1) - 1)  # ties count half
    hit = (rank < k).float()
    ndcg = hit / torch.log2(rank + 2)
    return hit.mean().item(), ndcg.mean().item()


def main():
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    torch.manual_seed(1)
    generator = torch.Generator().manual_seed(2)
    train, valid, test = leave_last_out(simulate(np.random.default_rng(0)))

    pairs = torch.tensor([(u, i) for u, items in train.items() for i in items])
    seen = torch.zeros(NUM_USERS, NUM_ITEMS, dtype=torch.bool)
    seen[pairs[:, 0], pairs[:, 1]] = True
    valid_item = torch.tensor([valid[u] for u in range(NUM_USERS)])
    test_item = torch.tensor([test[u] for u in range(NUM_USERS)])

    model = BprModel(NUM_USERS, NUM_ITEMS, dim=16)
    optimizer = torch.optim.SparseAdam(list(model.parameters()), lr=5e-3)
    best, best_state = 0.0, None
    for epoch in range(1, 31):
        model.train()
        total = 0.0
        order = torch.randperm(len(pairs), generator=generator)
        for chunk in order.split(256):
            u, i = pairs[chunk].unbind(1)
            j = sample_negatives(u, seen, generator)
            loss = -nn.functional.logsigmoid(model(u, i) - model(u, j)).mean() + 2e-3 * model.penalty(u, i, j)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(chunk)
        if epoch % 3 == 0:
            hr, ndcg = rank_metrics(model.all_scores(), seen, valid_item)
            log.info("epoch %2d  loss %.4f  valid HR@10 %.3f  NDCG@10 %.3f", epoch, total / len(pairs), hr, ndcg)
            if ndcg > best:
                best = ndcg
                best_state = {k: v.clone() for k, v in model.state_dict().items()}

    model.load_state_dict(best_state)
    hide = seen.clone()
    hide[torch.arange(NUM_USERS), valid_item] = True
    hr, ndcg = rank_metrics(model.all_scores(), hide, test_item)
    pop = seen.float().sum(0, keepdim=True).expand(NUM_USERS, -1)
    pop_hr, pop_ndcg = rank_metrics(pop.clone(), hide, test_item)
    log.info("popularity  test HR@10 %.3f  NDCG@10 %.3f", pop_hr, pop_ndcg)
    log.info("BPR         test HR@10 %.3f  NDCG@10 %.3f", hr, ndcg)


if __name__ == "__main__":
    main()
