"""Learning to rank from pairs (RankNet). Queries, not documents, are divided among the splits."""
import copy

import numpy as np
import torch
from sklearn.metrics import ndcg_score
from torch import nn
from torch.utils.data import DataLoader, Dataset

DOCS, FEATURES, TOP = 12, 10, 5


def make_queries(n, rng):
    """Every query shifts all its documents' features; only differences inside a query mean something."""
    w1, w2 = np.linspace(1, -1, FEATURES), np.cos(np.arange(FEATURES))
    offset = rng.normal(0, 2.0, (n, 1, FEATURES))
    docs = rng.normal(0, 1.0, (n, DOCS, FEATURES))
    use = docs @ w1 + 1.5 * np.tanh(docs @ w2) + rng.normal(0, 0.8, (n, DOCS))
    position = np.argsort(np.argsort(-use, axis=1), axis=1)
    # the best two are "perfect" (3), then two "good" (2), three "fair" (1), the rest 0
    relevance = np.select([position < 2, position < 4, position < 7], [3, 2, 1], 0)
    return (docs + offset).astype(np.float32), relevance


def per_query(x):
    # Uses the features of the query's own candidates, which are all known when the ranking is asked for.
    return (x - x.mean(axis=1, keepdims=True)) / (x.std(axis=1, keepdims=True) + 1e-6)


class Pairs(Dataset):
    """All pairs (better, worse) inside the queries given."""

    def __init__(self, x, relevance):
        self.x = torch.from_numpy(x)
        q, i, j = np.nonzero(relevance[:, :, None] > relevance[:, None, :])
        self.q, self.i, self.j = map(torch.from_numpy, (q, i, j))
        gap = (2.0 ** relevance[q, i] - 2.0 ** relevance[q, j]).astype(np.float32)
        self.weight = torch.from_numpy(gap / gap.mean())

    def __len__(self):
        return len(self.q)

    def __getitems__(self, picks):  # the loader hands over a whole batch of numbers at once
        k = torch.tensor(picks)
        return self.x[self.q[k], self.i[k]], self.x[self.q[k], self.j[k]], self.weight[k]


@torch.no_grad()
def ndcg(model, x, relevance):
    model.eval()
    score = model(torch.from_numpy(x)).squeeze(-1).numpy()
    return ndcg_score(relevance, score, k=TOP)


def main():
    torch.manual_seed(9)
    rng = np.random.default_rng(9)
    x, relevance = make_queries(700, rng)
    x = per_query(x)
    cut = np.split(rng.permutation(len(x)), [400, 550])
    (x_tr, r_tr), (x_va, r_va), (x_te, r_te) = [(x[c], relevance[c]) for c in cut]

    pairs = Pairs(x_tr, r_tr)
    loader = DataLoader(pairs, batch_size=512, shuffle=True, collate_fn=lambda batch: batch)
    model = nn.Sequential(nn.Linear(FEATURES, 32), nn.ReLU(), nn.Linear(32, 16), nn.ReLU(), nn.Linear(16, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    print(len(pairs), "pairs of", len(x_tr), "queries")

    best, weights, patience = -1.0, None, 3
    for epoch in range(15):
        model.train()
        running = 0.0
        for better, worse, w in loader:
            margin = (model(better) - model(worse)).squeeze(1)
            loss = (w * nn.functional.softplus(-margin)).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            running += loss.item() * len(w)
        value = ndcg(model, x_va, r_va)
        print(f"{epoch:2d} pair loss {running / len(pairs):.4f}  validation NDCG@{TOP} {value:.4f}")
        if value > best:
            best, weights, patience = value, copy.deepcopy(model.state_dict()), 3
        else:
            patience -= 1
            if patience == 0:
                break

    model.load_state_dict(weights)
    shuffled = np.random.default_rng(0).random(r_te.shape)
    print(f"test NDCG@{TOP}: model {ndcg(model, x_te, r_te):.4f}, random order {ndcg_score(r_te, shuffled, k=TOP):.4f}")


if __name__ == "__main__":
    main()
