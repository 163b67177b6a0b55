"""Relapse within a month, from visit records. Several visits per patient, few relapses."""
import copy

import numpy as np
import pandas as pd
import torch
from sklearn.metrics import average_precision_score, f1_score
from sklearn.model_selection import GroupShuffleSplit
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

SEED, EPOCHS, BATCH, LR = 31, 12, 128, 4e-3
FEATURES = ["age", "pain", "pulse", "crp", "days_since_op"]


def visits(n_patients=900, seed=SEED):
    rng = np.random.default_rng(seed)
    per_patient = rng.integers(2, 8, n_patients)
    pid = np.repeat(np.arange(n_patients), per_patient)
    n = len(pid)
    age = rng.normal(58, 12, n_patients)[pid]
    df = pd.DataFrame({
        "patient": pid, "age": age,
        "pain": rng.integers(0, 11, n), "pulse": rng.normal(75, 10, n),
        "crp": rng.gamma(2.0, 6.0, n), "days_since_op": rng.integers(1, 60, n),
    })
    score = (0.5 * (df["pain"] - 5) + 0.16 * (df["crp"] - 12) + 0.04 * (df["age"] - 58)
             - 0.04 * (df["days_since_op"] - 30) - 5.0)
    df["relapse"] = (rng.random(n) < 1 / (1 + np.exp(-score))).astype(int)
    return df


def by_patient(df, share, seed):
    keep, away = next(GroupShuffleSplit(1, test_size=share, random_state=seed).split(df, groups=df["patient"]))
    return df.iloc[keep], df.iloc[away]


def scores(model, x):
    model.eval()
    with torch.no_grad():
        return torch.sigmoid(model(x).squeeze(-1)).numpy()


def main():
    torch.manual_seed(SEED)
    rest, test = by_patient(visits(), 0.2, SEED)
    train, val = by_patient(rest, 0.25, SEED + 1)
    for a, b in ((train, val), (train, test), (val, test)):
        assert set(a["patient"]).isdisjoint(b["patient"])

    mean, std = train[FEATURES].mean(), train[FEATURES].std()

    def x_of(df):
        return torch.from_numpy(((df[FEATURES] - mean) / std).to_numpy(np.float32))

    y_train = train["relapse"].to_numpy()
    counts = np.bincount(y_train, minlength=2)
    print("visits", len(train), len(val), len(test), "relapses in train", counts[1])

    # one weight for each visit; drawing evens the classes out, so the loss has no pos_weight
    sampler = WeightedRandomSampler(torch.from_numpy(1.0 / counts[y_train]), num_samples=len(y_train))
    data = TensorDataset(x_of(train), torch.from_numpy(y_train).float())
    loader = DataLoader(data, batch_size=BATCH, sampler=sampler, drop_last=True)

    model = nn.Sequential(nn.Linear(len(FEATURES), 32), nn.BatchNorm1d(32), nn.ReLU(),
                          nn.Dropout(0.2), nn.Linear(32, 1))
    loss_fn = nn.BCEWithLogitsLoss()
    opt = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=1e-2)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=LR, total_steps=EPOCHS * len(loader))

    x_val, y_val = x_of(val), val["relapse"].to_numpy()
    best_ap, best_state = -1.0, None
    for epoch in range(EPOCHS):
        model.train()
        losses = []
        for xb, yb in loader:
            loss = loss_fn(model(xb).squeeze(-1), yb)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            opt.zero_grad()
            losses.append(loss.item())
        ap = average_precision_score(y_val, scores(model, x_val))
        print(f"epoch {epoch + 1:2d}  loss {np.mean(losses):.4f}  val average precision {ap:.3f}")
        if ap > best_ap:
            best_ap, best_state = ap, copy.deepcopy(model.state_dict())

    model.load_state_dict(best_state)
    p_val = scores(model, x_val)
    cuts = np.linspace(0.05, 0.95, 37)
    cut = cuts[np.argmax([f1_score(y_val, (p_val >= c).astype(int), zero_division=0) for c in cuts])]

    p_test, y_test = scores(model, x_of(test)), test["relapse"].to_numpy()
    print(f"threshold from validation {cut:.2f}; test F1 {f1_score(y_test, (p_test >= cut).astype(int)):.3f}, "
          f"average precision {average_precision_score(y_test, p_test):.3f}, base rate {y_test.mean():.3f}")


if __name__ == "__main__":
    main()
