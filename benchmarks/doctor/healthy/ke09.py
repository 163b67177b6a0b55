# -*- coding: utf-8 -*-
"""Federated averaging, simulé dans un seul processus.

Huit clients, répartition non-IID (Dirichlet). À chaque tour le serveur envoie ses
poids, cinq clients tirés au sort font deux époques locales de SGD, et le serveur
prend la moyenne pondérée par le nombre de lignes. Le meilleur tour est choisi sur
les lignes de validation du serveur; les lignes de test ne servent qu'à la fin.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

N_CLIENTS, PER_ROUND, ROUNDS, LOCAL_EPOCHS = 8, 5, 40, 2
LR, BATCH, ALPHA = 0.05, 16, 0.4


@dataclass
class Client:
    name: str
    data: TensorDataset

    def local_training(self, weights: dict[str, torch.Tensor]) -> tuple[dict[str, torch.Tensor], int]:
        model = build()
        model.load_state_dict(weights)
        model.train()
        # a new optimizer each round on purpose: clients keep no state in FedAvg
        opt = torch.optim.SGD(model.parameters(), lr=LR)
        loss_fn = nn.CrossEntropyLoss()
        loader = DataLoader(self.data, batch_size=BATCH, shuffle=True)
        for _ in range(LOCAL_EPOCHS):
            for x, y in loader:
                opt.zero_grad()
                loss_fn(model(x), y).backward()
                opt.step()
        return {k: v.detach().clone() for k, v in model.state_dict().items()}, len(self.data)


def build() -> nn.Module:
    # LayerNorm, not BatchNorm: running statistics must not be averaged over clients
    return nn.Sequential(nn.Linear(64, 64), nn.LayerNorm(64), nn.ReLU(), nn.Linear(64, 10))


def average(updates):
    total = sum(n for _, n in updates)
    return {k: sum(w[k] * (n / total) for w, n in updates) for k in updates[0][0]}


@torch.no_grad()
def evaluate(weights, x, y):
    model = build()
    model.load_state_dict(weights)
    model.eval()
    logits = model(x)
    return nn.functional.cross_entropy(logits, y).item(), (logits.argmax(1) == y).float().mean().item()


def split_dirichlet(y: np.ndarray, rng: np.random.Generator) -> list[np.ndarray]:
    parts: list[list[int]] = [[] for _ in range(N_CLIENTS)]
    for c in range(10):
        rows = rng.permutation(np.flatnonzero(y == c))
        share = rng.dirichlet(np.full(N_CLIENTS, ALPHA))
        cuts = (np.cumsum(share)[:-1] * len(rows)).astype(int)
        for p, chunk in zip(parts, np.split(rows, cuts)):
            p.extend(chunk.tolist())
    return [np.array(p, dtype=int) for p in parts]


def main():
    rng = np.random.default_rng(12)
    torch.manual_seed(12)
    X, y = load_digits(return_X_y=True)
    X = (X / 16.0).astype(np.float32)
    Xtr, Xte, ytr, yte = train_test_split(X, y, test_size=360, stratify=y, random_state=12)
    Xtr, Xva, ytr, yva = train_test_split(Xtr, ytr, test_size=240, stratify=ytr, random_state=12)
    Xva, yva, Xte, yte = map(torch.from_numpy, (Xva, yva, Xte, yte))

    clients = []
    for i, rows in enumerate(split_dirichlet(ytr, rng)):
        if len(rows) == 0:          # can happen with a small alpha
            continue
        clients.append(Client(f"client{i}", TensorDataset(torch.from_numpy(Xtr[rows]), torch.from_numpy(ytr[rows]))))
        print(clients[-1].name, len(rows), np.bincount(ytr[rows], minlength=10).tolist())

    weights = build().state_dict()
    best_loss, best_round, best = float("inf"), 0, weights
    for rnd in range(1, ROUNDS + 1):
        chosen = rng.choice(len(clients), size=min(PER_ROUND, len(clients)), replace=False)
        weights = average([clients[i].local_training(weights) for i in chosen])
        loss, acc = evaluate(weights, Xva, yva)
        if loss < best_loss:
            best_loss, best_round, best = loss, rnd, weights
        if rnd % 5 == 0:
            print(f"round {rnd:2d}: validation loss {loss:.3f}, accuracy {acc:.3f}")

    loss, acc = evaluate(best, Xte, yte)
    print(f"round {best_round} chosen: test loss {loss:.3f}, test accuracy {acc:.3f} (chance about 0.10)")


if __name__ == "__main__":
    main()
