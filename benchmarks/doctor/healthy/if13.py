"""Several recordings per patient: cross validation by patient, network in PyTorch.

Every fold: outer test patients, inner validation patients (to choose the epoch), training patients.
"""
import copy
import json
import os

import numpy as np
import torch
from sklearn.metrics import average_precision_score, roc_auc_score
from sklearn.model_selection import StratifiedGroupKFold
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

OUT = "out/if13"
EPOCHS, BATCH, MICRO = 15, 64, 32


def make_recordings(n_patients=200, per_patient=6, seed=2):
    rng = np.random.default_rng(seed)
    ill = (np.arange(n_patients) % 4 == 0).astype(np.int64)
    shift = np.zeros(15)
    shift[:5] = 1.2
    level = rng.normal(size=(n_patients, 15)) + ill[:, None] * shift
    X = np.repeat(level, per_patient, axis=0) + rng.normal(0, 0.7, size=(n_patients * per_patient, 15))
    y = np.repeat(ill, per_patient)
    patient = np.repeat(np.arange(n_patients), per_patient)
    return X, y, patient


def make_net(n_in):
    return nn.Sequential(nn.Linear(n_in, 32), nn.LayerNorm(32), nn.GELU(), nn.Dropout(0.2), nn.Linear(32, 1))


@torch.inference_mode()
def scores(net, X):
    was_training = net.training
    net.eval()
    out = torch.sigmoid(net(X).squeeze(1)).numpy()
    net.train(was_training)
    return out


def train_fold(X_tr, y_tr, X_va, y_va):
    net = make_net(X_tr.shape[1])
    positive = y_tr.sum()
    criterion = nn.BCEWithLogitsLoss(pos_weight=(len(y_tr) - positive) / positive, reduction="sum")
    loader = DataLoader(TensorDataset(X_tr, y_tr), batch_size=BATCH, shuffle=True)
    optimizer = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=3e-3, total_steps=EPOCHS * len(loader))

    best, best_state = -1.0, None
    net.train()
    for epoch in range(EPOCHS):
        for xb, yb in loader:
            # gradients of the small pieces add up to the gradient of the batch mean
            for xs, ys in zip(xb.split(MICRO), yb.split(MICRO)):
                loss = criterion(net(xs).squeeze(1), ys) / len(yb)
                loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
        ap = average_precision_score(y_va.numpy(), scores(net, X_va))
        if ap > best:
            best, best_state = ap, copy.deepcopy(net.state_dict())
    net.load_state_dict(best_state)
    return net, best


def main():
    os.makedirs(OUT, exist_ok=True)
    torch.manual_seed(2)
    X, y, patient = make_recordings()
    outer = StratifiedGroupKFold(n_splits=5, shuffle=True, random_state=2)
    inner = StratifiedGroupKFold(n_splits=4, shuffle=True, random_state=2)

    results = []
    for fold, (rest, test) in enumerate(outer.split(X, y, groups=patient)):
        a, b = next(inner.split(X[rest], y[rest], groups=patient[rest]))
        train, val = rest[a], rest[b]
        assert not set(patient[train]) & set(patient[test])
        assert not set(patient[train]) & set(patient[val])

        scaler = StandardScaler().fit(X[train])

        def tensor(idx):
            return torch.tensor(scaler.transform(X[idx]), dtype=torch.float32)

        net, chosen = train_fold(
            tensor(train), torch.tensor(y[train], dtype=torch.float32),
            tensor(val), torch.tensor(y[val], dtype=torch.float32),
        )
        p = scores(net, tensor(test))
        results.append({"auc": float(roc_auc_score(y[test], p)), "ap": float(average_precision_score(y[test], p))})
        print(f"fold {fold}: inner AP {chosen:.3f}   test AP {results[-1]['ap']:.3f}   test AUC {results[-1]['auc']:.3f}")

    for key in ("auc", "ap"):
        values = [r[key] for r in results]
        print(f"{key}: {np.mean(values):.3f} +- {np.std(values):.3f}")
    with open(os.path.join(OUT, "folds.json"), "w") as fh:
        json.dump(results, fh, indent=1)


if __name__ == "__main__":
    main()
