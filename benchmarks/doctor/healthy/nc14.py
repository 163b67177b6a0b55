"""Five small nets from a stratified k-fold, averaged into one ensemble; wine data (178 rows).

The test rows are set aside before the folds are made. Each member has its own scaler,
fitted on the rows it was trained on.
"""
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import load_wine
from sklearn.dummy import DummyClassifier
from sklearn.metrics import accuracy_score, log_loss
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.linear_model import LogisticRegression


@dataclass
class Member:
    scaler: StandardScaler
    net: nn.Module
    epochs: int

    def proba(self, x: np.ndarray) -> np.ndarray:
        self.net.eval()
        with torch.no_grad():
            t = torch.tensor(self.scaler.transform(x), dtype=torch.float32)
            return self.net(t).double().softmax(dim=-1).numpy()


def train_member(x_fit, y_fit, x_stop, y_stop, seed, max_epochs=150, patience=20) -> Member:
    torch.manual_seed(seed)
    scaler = StandardScaler().fit(x_fit)
    xf = torch.tensor(scaler.transform(x_fit), dtype=torch.float32)
    xs = torch.tensor(scaler.transform(x_stop), dtype=torch.float32)
    yf, ys = torch.tensor(y_fit), torch.tensor(y_stop)

    net = nn.Sequential(nn.Linear(x_fit.shape[1], 16), nn.Tanh(), nn.Dropout(0.2), nn.Linear(16, 3))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2, weight_decay=1e-3)
    ce = nn.CrossEntropyLoss()
    best, best_epoch, snapshot = float("inf"), 0, None
    for epoch in range(1, max_epochs + 1):
        net.train()
        for rows in torch.randperm(len(yf)).split(32):
            opt.zero_grad()
            ce(net(xf[rows]), yf[rows]).backward()
            opt.step()
        net.eval()
        with torch.no_grad():
            stop_loss = ce(net(xs), ys).item()
        if stop_loss < best:
            best, best_epoch = stop_loss, epoch
            snapshot = {k: v.clone() for k, v in net.state_dict().items()}
        elif epoch - best_epoch >= patience:
            break
    net.load_state_dict(snapshot)
    return Member(scaler, net, best_epoch)


def main():
    x, y = load_wine(return_X_y=True)
    y = y.astype(np.int64)
    x_dev, x_test, y_dev, y_test = train_test_split(x, y, test_size=0.25, stratify=y, random_state=10)

    folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=10)
    members, oof = [], np.zeros((len(y_dev), 3))
    for k, (fit_rows, stop_rows) in enumerate(folds.split(x_dev, y_dev)):
        m = train_member(x_dev[fit_rows], y_dev[fit_rows], x_dev[stop_rows], y_dev[stop_rows], seed=100 + k)
        oof[stop_rows] = m.proba(x_dev[stop_rows])
        members.append(m)
        print(f"fold {k}: best epoch {m.epochs:3d}, "
              f"left-out accuracy {accuracy_score(y_dev[stop_rows], oof[stop_rows].argmax(1)):.3f}")
    # a little rosy, since the same rows decided when to stop; the test rows below decided nothing
    print(f"out of fold: log loss {log_loss(y_dev, oof):.3f}, accuracy {accuracy_score(y_dev, oof.argmax(1)):.3f}")

    each = [m.proba(x_test) for m in members]
    ensemble = np.mean(each, axis=0)
    print("\ntest rows:", len(y_test))
    print(f"  single members  {np.mean([accuracy_score(y_test, p.argmax(1)) for p in each]):.3f} accuracy on average, "
          f"log loss {np.mean([log_loss(y_test, p) for p in each]):.3f}")
    print(f"  ensemble        {accuracy_score(y_test, ensemble.argmax(1)):.3f} accuracy, "
          f"log loss {log_loss(y_test, ensemble):.3f}")
    linear = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)).fit(x_dev, y_dev)
    dummy = DummyClassifier(strategy="most_frequent").fit(x_dev, y_dev)
    print(f"  logistic        {linear.score(x_test, y_test):.3f} accuracy")
    print(f"  most frequent   {dummy.score(x_test, y_test):.3f} accuracy")


if __name__ == "__main__":
    main()
