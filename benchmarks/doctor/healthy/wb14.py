"""Subject-wise cross-validation: no subject is on both sides of a split, neither for testing
nor for early stopping. A new model, optimizer and scaler for each fold."""
from typing import Iterator, NamedTuple

import numpy as np
import torch
from sklearn.model_selection import GroupKFold, GroupShuffleSplit
from torch import Tensor, nn


class Part(NamedTuple):
    x: Tensor
    y: Tensor


def simulate(n_subjects: int = 16, trials: int = 80, seed: int = 2):
    """Three conditions; each subject has an own offset that says nothing about the condition."""
    r = np.random.default_rng(seed)
    prototypes = r.normal(0, 1.0, (3, 12))
    xs, ys, gs = [], [], []
    for s in range(n_subjects):
        offset = r.normal(0, 0.7, 12)
        y = r.integers(0, 3, trials)
        xs.append(prototypes[y] + offset + r.normal(0, 1.0, (trials, 12)))
        ys.append(y)
        gs.append(np.full(trials, s))
    return np.concatenate(xs), np.concatenate(ys), np.concatenate(gs)


def folds(x, y, g, k: int = 4) -> Iterator[tuple[Part, Part, Part]]:
    for rest, te in GroupKFold(n_splits=k).split(x, y, g):
        inner = GroupShuffleSplit(n_splits=1, test_size=0.25, random_state=0)
        a, b = next(inner.split(x[rest], y[rest], g[rest]))
        tr, va = rest[a], rest[b]
        assert not set(g[tr]) & set(g[te]) and not set(g[tr]) & set(g[va]) and not set(g[va]) & set(g[te])
        mean, std = x[tr].mean(0), x[tr].std(0)
        yield tuple(Part(torch.tensor((x[i] - mean) / std, dtype=torch.float32), torch.tensor(y[i]))
                    for i in (tr, va, te))


@torch.no_grad()
def score(model: nn.Module, part: Part) -> tuple[float, float]:
    model.eval()
    logits = model(part.x)
    return (nn.functional.cross_entropy(logits, part.y).item(),
            (logits.argmax(1) == part.y).float().mean().item())


def fit(train: Part, val: Part, seed: int, max_epochs: int = 60, patience: int = 6) -> nn.Module:
    torch.manual_seed(seed)
    model = nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Dropout(0.3), nn.Linear(32, 3))
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=1e-2)
    best, state, bad = float("inf"), None, 0
    for _ in range(max_epochs):
        model.train()
        for rows in torch.randperm(len(train.y)).split(32):
            loss = nn.functional.cross_entropy(model(train.x[rows]), train.y[rows])
            opt.zero_grad()
            loss.backward()
            opt.step()
        current, _acc = score(model, val)
        if current < best:
            best, bad = current, 0
            state = {k: v.clone() for k, v in model.state_dict().items()}
        else:
            bad += 1
            if bad == patience:
                break
    model.load_state_dict(state)
    return model


if __name__ == "__main__":
    x, y, g = simulate()
    accs = []
    for i, (train, val, test) in enumerate(folds(x, y, g)):
        model = fit(train, val, seed=100 + i)
        loss, acc = score(model, test)
        accs.append(acc)
        print(f"fold {i}: {len(train.y)}/{len(val.y)}/{len(test.y)} trials, test loss {loss:.3f}, accuracy {acc:.3f}")
    print(f"accuracy on unseen subjects {np.mean(accs):.3f} +- {np.std(accs, ddof=1):.3f} over folds, chance 0.333")
