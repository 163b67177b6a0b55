"""Pool-based active learning on handwritten digits: margin sampling against random picks.

Every round starts a NEW network of the same class on all labels bought so far; the validation rows never enter the
pool, and the standardisation is that of the (unlabelled) pool.
"""
from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Callable

import numpy as np
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import Tensor, nn

OUT = Path("outputs/l05")
ROUNDS, START, BUY = 7, 30, 30
EPOCHS, BATCH, LR = 25, 32, 2e-3


def load(seed: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    x, y = load_digits(return_X_y=True)
    x_pool, x_val, y_pool, y_val = train_test_split(x, y, test_size=0.3, stratify=y, random_state=seed)
    mean, std = x_pool.mean(), x_pool.std()  # scalars: dead border pixels need no special case
    as_x = lambda a: torch.tensor((a - mean) / std, dtype=torch.float32)
    return as_x(x_pool), torch.tensor(y_pool), as_x(x_val), torch.tensor(y_val)


def build() -> nn.Module:
    return nn.Sequential(
        nn.Linear(64, 96), nn.GELU(), nn.Dropout(0.3),
        nn.Linear(96, 96), nn.GELU(), nn.Dropout(0.3),
        nn.Linear(96, 10),
    )


def fit(x: Tensor, y: Tensor, *, seed: int) -> tuple[nn.Module, float]:
    torch.manual_seed(seed)
    model = build()
    optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=1e-2)
    model.train()
    for _ in range(EPOCHS):
        total = 0.0
        for idx in torch.randperm(len(x)).split(BATCH):
            loss = F.cross_entropy(model(x[idx]), y[idx])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(idx)
    return model, total / len(x)


@torch.inference_mode()
def probabilities(model: nn.Module, x: Tensor) -> Tensor:
    model.eval()
    return model(x).softmax(dim=-1)


def score(model: nn.Module, x: Tensor, y: Tensor) -> tuple[float, float]:
    p = probabilities(model, x)
    return F.nll_loss(p.clamp_min(1e-12).log(), y).item(), (p.argmax(-1) == y).float().mean().item()


Picker = Callable[[nn.Module, Tensor, Tensor, int], Tensor]


def pick_random(model: nn.Module, x: Tensor, candidates: Tensor, n: int, *, gen: torch.Generator) -> Tensor:
    return candidates[torch.randperm(len(candidates), generator=gen)[:n]]


def pick_margin(model: nn.Module, x: Tensor, candidates: Tensor, n: int) -> Tensor:
    """The rows whose two likeliest classes are closest."""
    top2 = probabilities(model, x[candidates]).topk(2, dim=-1).values
    return candidates[(top2[:, 0] - top2[:, 1]).argsort()[:n]]


def campaign(name: str, pick: Picker, data: tuple[Tensor, Tensor, Tensor, Tensor], seed: int) -> list[dict]:
    x_pool, y_pool, x_val, y_val = data
    first = torch.randperm(len(x_pool), generator=torch.Generator().manual_seed(seed))[:START]
    labelled = torch.zeros(len(x_pool), dtype=torch.bool)
    labelled[first] = True
    history = []
    for rnd in range(ROUNDS):
        model, train_loss = fit(x_pool[labelled], y_pool[labelled], seed=seed + rnd)
        val_loss, val_acc = score(model, x_val, y_val)
        history.append({"labels": int(labelled.sum()), "train_loss": train_loss, "val_loss": val_loss, "val_acc": val_acc})
        print(f"[{name:6s}] round {rnd} labels {int(labelled.sum()):4d} train {train_loss:.3f} "
              f"val loss {val_loss:.3f} acc {val_acc:.3f}")
        if rnd + 1 < ROUNDS:
            labelled[pick(model, x_pool, torch.nonzero(~labelled).squeeze(1), BUY)] = True
    return history


if __name__ == "__main__":
    torch.set_num_threads(1)
    OUT.mkdir(parents=True, exist_ok=True)
    seed = 7
    data = load(seed)
    pickers: dict[str, Picker] = {
        "random": partial(pick_random, gen=torch.Generator().manual_seed(seed)),
        "margin": pick_margin,
    }
    results = {name: campaign(name, pick, data, seed) for name, pick in pickers.items()}
    for name, history in results.items():
        area = np.mean([h["val_acc"] for h in history])
        print(f"{name}: final accuracy {history[-1]['val_acc']:.3f}, mean over rounds {area:.3f} (chance 0.10)")
    (OUT / "curves.json").write_text(json.dumps(results, indent=2))
