"""Ten-fold cross-validation of a softmax classifier on the wine data.

Everything that is fitted (scaler and weights) is fitted again in every fold; the number of steps and the
penalty were fixed beforehand, so the outer folds are used for nothing but the score.
"""
from pathlib import Path

import numpy as np
import torch
from sklearn.datasets import load_wine
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler
from torch import nn

STEPS, LR, PENALTY = 300, 0.05, 1e-2


def fit(x: np.ndarray, y: np.ndarray, seed: int) -> nn.Module:
    torch.manual_seed(seed)
    xt, yt = torch.tensor(x, dtype=torch.float32), torch.tensor(y)
    model = nn.Linear(x.shape[1], 3)
    opt = torch.optim.SGD(model.parameters(), lr=LR, momentum=0.9, weight_decay=PENALTY)
    model.train()
    for _ in range(STEPS):                 # full batch: 160 rows
        opt.zero_grad()
        nn.functional.cross_entropy(model(xt), yt).backward()
        opt.step()
    return model.eval()


def predict(model: nn.Module, x: np.ndarray) -> np.ndarray:
    with torch.no_grad():
        return model(torch.tensor(x, dtype=torch.float32)).argmax(1).numpy()


def folds(x, y, k=10):
    yield from StratifiedKFold(n_splits=k, shuffle=True, random_state=17).split(x, y)


def main() -> None:
    x, y = load_wine(return_X_y=True)
    out_of_fold = np.full(len(y), -1)
    lazy = np.full(len(y), -1)
    per_fold = []
    for k, (tr, te) in enumerate(folds(x, y)):
        scaler = StandardScaler().fit(x[tr])
        model = fit(scaler.transform(x[tr]), y[tr], seed=k)
        out_of_fold[te] = predict(model, scaler.transform(x[te]))
        lazy[te] = DummyClassifier(strategy="most_frequent").fit(x[tr], y[tr]).predict(x[te])
        per_fold.append((out_of_fold[te] == y[te]).mean())
        print(f"fold {k}: {len(tr)} train, {len(te)} test, accuracy {per_fold[-1]:.3f}")
    assert (out_of_fold >= 0).all()
    print(f"mean over folds {np.mean(per_fold):.3f} (sd {np.std(per_fold, ddof=1):.3f})")
    print(f"pooled {np.mean(out_of_fold == y):.3f}, most frequent class {np.mean(lazy == y):.3f}")
    dest = Path("out/wa12")
    dest.mkdir(parents=True, exist_ok=True)
    np.savetxt(dest / "oof.csv", np.c_[y, out_of_fold], fmt="%d", delimiter=",", header="truth,guess", comments="")


if __name__ == "__main__":
    main()
