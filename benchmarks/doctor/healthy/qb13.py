"""Multi-label tagging: BCE with weights for rare tags, a threshold per tag from validation rows."""
import logging
from functools import partial

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import make_multilabel_classification
from sklearn.metrics import average_precision_score, f1_score
from torch import nn

logging.basicConfig(level=logging.INFO, format="%(message)s")
log = logging.getLogger("qb13")
GRID = np.linspace(0.05, 0.95, 37)


def make_data(seed):
    counts, tags = make_multilabel_classification(
        n_samples=3000, n_features=40, n_classes=6, n_labels=2, length=60,
        allow_unlabeled=True, random_state=seed,
    )
    # row-wise: share of each word in its own document (no statistic over rows)
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1.0)
    x = torch.tensor(np.sqrt(shares), dtype=torch.float32)
    y = torch.tensor(tags, dtype=torch.float32)
    order = torch.randperm(len(x), generator=torch.Generator().manual_seed(seed))
    cut = {"train": order[:1800], "valid": order[1800:2400], "test": order[2400:]}
    return {k: (x[i], y[i]) for k, i in cut.items()}


class Tagger(nn.Module):
    def __init__(self, n_in, n_tags, shift, scale):
        super().__init__()
        # buffers: saved with the model, not trained
        self.register_buffer("shift", shift)
        self.register_buffer("scale", scale)
        self.body = nn.Sequential(nn.Linear(n_in, 64), nn.SiLU(), nn.Dropout(0.2), nn.Linear(64, n_tags))

    def forward(self, x):
        return self.body((x - self.shift) / self.scale)


def minibatches(x, y, size, generator):
    for rows in torch.randperm(len(x), generator=generator).split(size):
        yield x[rows], y[rows]


@torch.no_grad()
def probabilities(model, x):
    was = model.training
    model.eval()
    p = torch.sigmoid(model(x)).numpy()
    model.train(was)
    return p


def pick_thresholds(p, y):
    best = []
    for t in range(y.shape[1]):
        f1 = [f1_score(y[:, t], (p[:, t] >= g).astype(int), zero_division=0) for g in GRID]
        best.append(GRID[int(np.argmax(f1))])
    return np.array(best)


def main(seed=17, epochs=40):
    torch.manual_seed(seed)
    torch.set_num_threads(2)
    data = make_data(seed)
    (x, y), (xv, yv), (xt, yt) = data["train"], data["valid"], data["test"]
    yv, yt = yv.numpy().astype(int), yt.numpy().astype(int)

    model = Tagger(x.shape[1], y.shape[1], x.mean(0), x.std(0).clamp_min(1e-3))
    positives = y.sum(0).clamp_min(1)
    weight = ((len(y) - y.sum(0)) / positives).clamp(max=10.0)
    criterion = partial(F.binary_cross_entropy_with_logits, pos_weight=weight)
    optim = torch.optim.Adam(model.parameters(), lr=2e-3, weight_decay=1e-5)
    gen = torch.Generator().manual_seed(seed)

    best, keep = -1.0, None
    model.train()
    for epoch in range(epochs):
        for xb, yb in minibatches(x, y, 64, gen):
            loss = criterion(model(xb), yb)
            optim.zero_grad()
            loss.backward()
            optim.step()
        ap = average_precision_score(yv, probabilities(model, xv), average="macro")  # needs no threshold
        if ap > best:
            best, keep = ap, {k: v.clone() for k, v in model.state_dict().items()}
        if epoch % 8 == 7:
            log.info("epoch %d  last loss %.3f  validation mAP %.3f", epoch + 1, loss.item(), ap)

    model.load_state_dict(keep)
    thresholds = pick_thresholds(probabilities(model, xv), yv)
    p = probabilities(model, xt)
    macro = partial(f1_score, yt, average="macro", zero_division=0)
    log.info("thresholds %s", np.round(thresholds, 2))
    log.info("test mAP %.3f (random order %.3f)", average_precision_score(yt, p, average="macro"), yt.mean())
    log.info("test macro-F1 %.3f (all tags on every row %.3f)", macro((p >= thresholds).astype(int)), macro(np.ones_like(yt)))


if __name__ == "__main__":
    main()
