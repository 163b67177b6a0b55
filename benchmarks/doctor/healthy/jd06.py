# %% [markdown]
# # Nested cross-validation with a small net on the wine data
# inner folds choose the hyperparameters, outer folds say how good the whole procedure is

# %%
from itertools import product

import numpy as np
import torch
from sklearn.datasets import load_wine
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler
from torch import nn

torch.set_num_threads(1)  # the matrices are tiny
X, y = load_wine(return_X_y=True)
N_CLASSES = len(np.unique(y))
print(X.shape, np.bincount(y))

GRID = [dict(width=w, weight_decay=wd) for w, wd in product((0, 16), (1e-3, 1e-1))]  # width 0: linear
STEPS = 120


# %%
def build(width):
    if width == 0:
        return nn.Linear(X.shape[1], N_CLASSES)
    return nn.Sequential(nn.Linear(X.shape[1], width), nn.Tanh(), nn.Linear(width, N_CLASSES))


def fit_and_score(fit_rows, score_rows, width, weight_decay, seed):
    """Trains a fresh net on fit_rows (scaler included), returns the balanced accuracy on score_rows."""
    torch.manual_seed(seed)
    scaler = StandardScaler().fit(X[fit_rows])
    x_fit = torch.tensor(scaler.transform(X[fit_rows]), dtype=torch.float32)
    x_score = torch.tensor(scaler.transform(X[score_rows]), dtype=torch.float32)
    y_fit = torch.tensor(y[fit_rows])

    net = build(width)
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.02, weight_decay=weight_decay)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=STEPS)
    counts = torch.bincount(y_fit, minlength=N_CLASSES)
    criterion = nn.CrossEntropyLoss(weight=len(y_fit) / (N_CLASSES * counts.float()))

    net.train()
    for _ in range(STEPS):  # the whole fold is one batch
        optimizer.zero_grad()
        criterion(net(x_fit), y_fit).backward()
        optimizer.step()
        schedule.step()

    net.eval()
    with torch.no_grad():
        predicted = net(x_score).argmax(dim=1).numpy()
    return balanced_accuracy_score(y[score_rows], predicted)


# %%
def choose(rows, seed):
    """Inner loop: mean score of each setting over three folds *of these rows*."""
    inner = list(StratifiedKFold(3, shuffle=True, random_state=seed).split(rows, y[rows]))
    means = [
        np.mean([fit_and_score(rows[a], rows[b], **setting, seed=seed) for a, b in inner])
        for setting in GRID
    ]
    k = int(np.argmax(means))
    return GRID[k], means[k]


outer_scores = []
for fold, (rest, held_out) in enumerate(StratifiedKFold(4, shuffle=True, random_state=0).split(X, y)):
    setting, inner_score = choose(rest, seed=100 + fold)
    score = fit_and_score(rest, held_out, **setting, seed=fold)
    outer_scores.append(score)
    print(f"outer fold {fold}: {setting} inner {inner_score:.3f} held-out {score:.3f}")

# %%
print(f"balanced accuracy {np.mean(outer_scores):.3f} +- {np.std(outer_scores, ddof=1):.3f} "
      f"over {len(outer_scores)} outer folds (chance {1 / N_CLASSES:.3f})")
