"""Curriculum: begin with the rows a simple model finds easy, end with all of them."""
import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedShuffleSplit, cross_val_predict
from torch import nn

SEED = 50
STAGES = [(0.4, 150), (0.7, 150), (1.0, 500)]  # share of the rows, steps
BATCH = 64


def split(x, y):
    outer = StratifiedShuffleSplit(1, test_size=0.2, random_state=SEED)
    rest, test = next(outer.split(x, y))
    inner = StratifiedShuffleSplit(1, test_size=0.15, random_state=SEED)
    tr, va = next(inner.split(x[rest], y[rest]))
    return rest[tr], rest[va], test


def difficulty(x, y):
    """Each training row's loss under a model that was fitted on the other folds of the training rows."""
    p = cross_val_predict(LogisticRegression(max_iter=2000, C=0.5), x, y, cv=5, method="predict_proba")
    return -np.log(p[np.arange(len(y)), y] + 1e-9)


class Curriculum:
    """The easiest share of every class, so that each stage has all classes in their proportions."""

    def __init__(self, hardness, y):
        self.by_class = [np.where(y == c)[0][np.argsort(hardness[y == c])] for c in np.unique(y)]

    def rows(self, share):
        return torch.tensor(np.concatenate([r[: int(np.ceil(share * len(r)))] for r in self.by_class]))


def accuracy(net, x, y):
    net.eval()
    with torch.no_grad():
        return (net(x).argmax(1) == y).float().mean().item()


if __name__ == "__main__":
    torch.manual_seed(SEED)
    raw, labels = load_digits(return_X_y=True)
    rng = np.random.default_rng(SEED)
    raw = raw / 16.0 + 0.25 * rng.normal(size=raw.shape)  # the plain digits are too easy to show anything
    tr, va, te = split(raw, labels)

    plan = Curriculum(difficulty(raw[tr], labels[tr]), labels[tr])
    X = {k: torch.tensor(raw[i], dtype=torch.float32) for k, i in zip(("tr", "va", "te"), (tr, va, te))}
    Y = {k: torch.tensor(labels[i]) for k, i in zip(("tr", "va", "te"), (tr, va, te))}

    net = nn.Sequential(nn.Linear(64, 128), nn.LayerNorm(128), nn.SiLU(), nn.Dropout(0.3), nn.Linear(128, 64), nn.SiLU(),
                        nn.Linear(64, 10))
    opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.02)
    total = sum(steps for _, steps in STAGES)
    warm = 40

    def factor(step):
        if step < warm:
            return (step + 1) / warm
        return 0.5 * (1 + np.cos(np.pi * (step - warm) / (total - warm)))

    sched = torch.optim.lr_scheduler.LambdaLR(opt, factor)
    for share, steps in STAGES:
        rows = plan.rows(share)
        net.train()
        for _ in range(steps):
            i = rows[torch.randint(len(rows), (BATCH,))]
            loss = nn.functional.cross_entropy(net(X["tr"][i]), Y["tr"][i])
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
        print(f"{len(rows):4d} rows, {steps} steps: last loss {loss.item():.4f}, val {accuracy(net, X['va'], Y['va']):.4f}")
    print("test accuracy", round(accuracy(net, X["te"], Y["te"]), 4))
