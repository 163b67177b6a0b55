"""Rare event detection. pos_weight while training, so raw outputs are not probabilities:
the cut is therefore searched on validation rows, then frozen and reported on test rows."""
import logging
import sys
from pathlib import Path

import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve, precision_score, recall_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn

logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(levelname).1s %(message)s")
log = logging.getLogger("rare")


class EarlyStopping:
    """Remember the best score (higher is better) and its weights on disk."""

    def __init__(self, path: Path, patience: int = 8):
        self.path, self.patience = path, patience
        self.best, self.count = -np.inf, 0
        path.parent.mkdir(parents=True, exist_ok=True)

    def should_stop(self, score: float, model: nn.Module) -> bool:
        if score > self.best:
            self.best, self.count = score, 0
            torch.save({"model": model.state_dict(), "score": float(score)}, self.path)
            return False
        self.count += 1
        return self.count >= self.patience

    def restore(self, model: nn.Module) -> float:
        saved = torch.load(self.path, weights_only=True, map_location="cpu")
        model.load_state_dict(saved["model"])
        return saved["score"]


class RareEventNet(nn.Module):
    def __init__(self, n_features: int):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(n_features, 64), nn.LayerNorm(64), nn.ReLU(), nn.Dropout(0.2),
            nn.Linear(64, 32), nn.LayerNorm(32), nn.ReLU(), nn.Dropout(0.2),
            nn.Linear(32, 1))

    def forward(self, x):
        return self.layers(x).squeeze(-1)           # logits, shape (B,)


def scores(model, x):
    model.eval()
    with torch.no_grad():
        return torch.sigmoid(model(x)).numpy()


def best_threshold(y, s):
    precision, recall, cuts = precision_recall_curve(y, s)
    # the last point (precision 1, recall 0) has no threshold
    f1 = 2 * precision[:-1] * recall[:-1] / np.clip(precision[:-1] + recall[:-1], 1e-12, None)
    return float(cuts[f1.argmax()])


def main():
    torch.manual_seed(99)
    X, y = make_classification(n_samples=8000, n_features=20, n_informative=8, n_redundant=4,
                               n_clusters_per_class=2, weights=[0.95], class_sep=1.2, flip_y=0.005,
                               random_state=99)
    X_dev, X_test, y_dev, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=1)
    X_train, X_val, y_train, y_val = train_test_split(X_dev, y_dev, test_size=0.25, stratify=y_dev, random_state=1)
    scaler = StandardScaler().fit(X_train)
    tx = {k: torch.tensor(scaler.transform(v), dtype=torch.float32)
          for k, v in dict(train=X_train, val=X_val, test=X_test).items()}
    ty = torch.tensor(y_train, dtype=torch.float32)
    neg, pos = int((y_train == 0).sum()), int((y_train == 1).sum())
    log.info("train rows %d, positive %d", neg + pos, pos)

    model = RareEventNet(X.shape[1])
    criterion = nn.BCEWithLogitsLoss(pos_weight=torch.tensor(neg / pos))
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-3)
    stopper = EarlyStopping(Path("out/nc11/best.pt"))
    for epoch in range(60):
        model.train()
        for idx in torch.randperm(len(ty)).split(128):
            optimizer.zero_grad()
            loss = criterion(model(tx["train"][idx]), ty[idx])
            loss.backward()
            optimizer.step()
        ap = average_precision_score(y_val, scores(model, tx["val"]))
        log.info("epoch %02d val AP %.4f", epoch, ap)
        if stopper.should_stop(ap, model):
            log.info("stopped early")
            break

    log.info("restored the weights with val AP %.4f", stopper.restore(model))
    cut = best_threshold(y_val, scores(model, tx["val"]))
    s = scores(model, tx["test"])
    hard = (s >= cut).astype(int)
    log.info("threshold from validation %.3f", cut)
    log.info("TEST AP %.4f (prevalence %.4f)", average_precision_score(y_test, s), y_test.mean())
    log.info("TEST precision %.3f recall %.3f F1 %.3f", precision_score(y_test, hard, zero_division=0),
             recall_score(y_test, hard), f1_score(y_test, hard))
    log.info("everything positive would give F1 %.3f", f1_score(y_test, np.ones_like(y_test)))


if __name__ == "__main__":
    main()
