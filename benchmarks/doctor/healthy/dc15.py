"""Grouped CV with nested target encoding; the F1 threshold comes from OOF and is applied to patients nobody has seen."""
import copy

import numpy as np
import pandas as pd
import torch
from torch import nn
from sklearn.metrics import f1_score, roc_auc_score
from sklearn.model_selection import GroupKFold, GroupShuffleSplit
from torch.utils.data import DataLoader, TensorDataset

SEED = 17
EPOCHS = 12
FEATURES = ["lab1", "lab2", "lab3", "clinic_te"]
rng = np.random.default_rng(SEED)


def simulate(n_patients=700):
    clinic_bias = rng.normal(0, 1.2, 60)
    rows = []
    for pid in range(n_patients):
        clinic, frailty = rng.integers(0, 60), rng.normal(0, 0.7)
        for _ in range(rng.integers(3, 8)):
            lab = rng.normal(0, 1, 3) + 0.5 * frailty
            z = clinic_bias[clinic] + lab[0] - 0.8 * lab[1] * lab[2] + frailty - 0.8
            rows.append((pid, clinic, *lab, int(rng.random() < 1 / (1 + np.exp(-z)))))
    return pd.DataFrame(rows, columns=["patient", "clinic", "lab1", "lab2", "lab3", "event"])


def encode(fit_rows, rows, smooth=10.0):
    prior = fit_rows["event"].mean()
    agg = fit_rows.groupby("clinic")["event"].agg(["sum", "count"])
    table = (agg["sum"] + smooth * prior) / (agg["count"] + smooth)
    return rows["clinic"].map(table).fillna(prior).to_numpy()


def add_te(train, *others):
    """training rows are encoded out of fold, the others from all training rows"""
    train = train.copy()
    te = np.empty(len(train))
    for a, b in GroupKFold(n_splits=5).split(train, groups=train["patient"]):
        te[b] = encode(train.iloc[a], train.iloc[b])
    train["clinic_te"] = te
    return [train] + [o.assign(clinic_te=encode(train, o)) for o in others]


def as_tensors(df):
    x = torch.tensor(df[FEATURES].to_numpy(), dtype=torch.float32)
    y = torch.tensor(df["event"].to_numpy(), dtype=torch.float32)
    return x, y


def make_net():
    return nn.Sequential(nn.BatchNorm1d(len(FEATURES)), nn.Linear(len(FEATURES), 48), nn.ReLU(),
                         nn.Linear(48, 24), nn.ReLU(), nn.Linear(24, 1), nn.Flatten(0))


@torch.no_grad()
def predict(net, x):
    net.train(False)
    return torch.sigmoid(net(x)).numpy()


def fit(train, stop, seed):
    torch.manual_seed(seed)
    (x, y), (xs, ys) = as_tensors(train), as_tensors(stop)
    net = make_net()
    criterion = nn.BCEWithLogitsLoss()
    optimizer = torch.optim.Adam(net.parameters(), lr=4e-3, weight_decay=1e-4)
    loader = DataLoader(TensorDataset(x, y), batch_size=64, shuffle=True, drop_last=True)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, EPOCHS * len(loader))
    best_loss, best_state = float("inf"), None
    for _ in range(EPOCHS):
        net.train()
        for xb, yb in loader:
            criterion(net(xb), yb).backward()
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        net.eval()
        with torch.no_grad():
            stop_loss = criterion(net(xs), ys).item()
        if stop_loss < best_loss:
            best_loss, best_state = stop_loss, copy.deepcopy(net.state_dict())
    net.load_state_dict(best_state)
    return net


data = simulate()
dev_idx, hold_idx = next(GroupShuffleSplit(n_splits=1, test_size=0.25, random_state=SEED)
                         .split(data, groups=data["patient"]))
dev, hold = data.iloc[dev_idx].reset_index(drop=True), data.iloc[hold_idx].reset_index(drop=True)
assert not set(dev["patient"]) & set(hold["patient"])

oof, hold_pred = np.zeros(len(dev)), np.zeros(len(hold))
cv = GroupKFold(n_splits=4)
for fold, (tr, va) in enumerate(cv.split(dev, groups=dev["patient"])):
    # a slice of the training patients decides which epoch is kept, so that the fold itself stays untouched
    rows = dev.iloc[tr]
    a, b = next(GroupShuffleSplit(n_splits=1, test_size=0.15, random_state=fold).split(rows, groups=rows["patient"]))
    fit_df, stop_df, va_df, ho_df = add_te(rows.iloc[a], rows.iloc[b], dev.iloc[va], hold)
    net = fit(fit_df, stop_df, SEED + fold)
    oof[va] = predict(net, as_tensors(va_df)[0])
    hold_pred += predict(net, as_tensors(ho_df)[0]) / cv.get_n_splits()
    print(f"fold {fold}: auc {roc_auc_score(dev['event'].iloc[va], oof[va]):.4f}")

grid = np.linspace(0.1, 0.7, 61)
threshold = grid[np.argmax([f1_score(dev["event"], oof > t) for t in grid])]
print(f"OOF auc {roc_auc_score(dev['event'], oof):.4f}, threshold {threshold:.2f}")
print(f"new patients: auc {roc_auc_score(hold['event'], hold_pred):.4f}  f1 {f1_score(hold['event'], hold_pred > threshold):.4f}")
