"""Predict responder / non-responder from expression profiles (many genes, few patients)."""
import numpy as np
import torch
from torch import nn

N_PATIENTS, N_GENES, KEEP = 160, 5000, 40


def simulate(rng):
    response = rng.permutation(np.repeat([0, 1], N_PATIENTS // 2))
    genes = rng.normal(size=(N_PATIENTS, N_GENES))
    genes[:, :3] += 0.25 * response[:, None]        # three weakly informative genes
    genes = genes * rng.uniform(0.5, 2.0, size=N_GENES) + rng.uniform(3, 9, size=N_GENES)
    return genes, response


def t_scores(genes, response):
    a, b = genes[response == 0], genes[response == 1]
    spread = np.sqrt(a.var(axis=0, ddof=1) / len(a) + b.var(axis=0, ddof=1) / len(b))
    return np.abs(a.mean(axis=0) - b.mean(axis=0)) / spread


def stratified_folds(response, k, rng):
    folds = [[] for _ in range(k)]
    for value in (0, 1):
        rows = rng.permutation(np.flatnonzero(response == value))
        for i, part in enumerate(np.array_split(rows, k)):
            folds[i].extend(part.tolist())
    return [np.array(sorted(f)) for f in folds]


def fit(x, y, steps=200):
    model = nn.Sequential(nn.Linear(x.shape[1], 8), nn.Tanh(), nn.Linear(8, 1), nn.Flatten(0))
    opt = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.05)
    loss_fn = nn.BCEWithLogitsLoss()
    model.train()
    for _ in range(steps):
        opt.zero_grad()
        loss = loss_fn(model(x), y)
        loss.backward()
        opt.step()
    return model


def as_tensor(a):
    return torch.tensor(a, dtype=torch.float32)


rng = np.random.default_rng(2024)
torch.manual_seed(2024)

genes, response = simulate(rng)
ranking = np.argsort(-t_scores(genes, response))
genes = genes[:, ranking[:KEEP]]
print(f"{len(response)} patients, {genes.shape[1]} genes kept")

accuracies = []
for fold, test_rows in enumerate(stratified_folds(response, 5, rng), start=1):
    train_rows = np.setdiff1d(np.arange(len(response)), test_rows)
    centre = genes[train_rows].mean(axis=0)
    scale = genes[train_rows].std(axis=0)
    x_train = as_tensor((genes[train_rows] - centre) / scale)
    x_test = as_tensor((genes[test_rows] - centre) / scale)

    model = fit(x_train, as_tensor(response[train_rows]))
    model.eval()
    with torch.no_grad():
        guess = (model(x_test) > 0).long().numpy()
    accuracies.append(float((guess == response[test_rows]).mean()))
    print(f"fold {fold}: {len(train_rows)} train, {len(test_rows)} held out, accuracy {accuracies[-1]:.3f}")

print(f"cross-validated accuracy {np.mean(accuracies):.3f} +- {np.std(accuracies):.3f}")
