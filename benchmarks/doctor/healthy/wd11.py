"""
Cross-validation by person. 40 people, 40 measurements each; every person has an offset of their own,
so all rows of a person stay on one side. In each fold some of the training people choose the epoch;
the people of the fold itself are looked at once.
"""
import json
import os

import numpy as np
import torch
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold, GroupShuffleSplit
from sklearn.preprocessing import StandardScaler


def people(n_people=40, per_person=40, d=12, seed=0):
    g = np.random.default_rng(seed)
    w = g.normal(size=d)
    offset = g.normal(scale=1.0, size=(n_people, d))
    person = np.repeat(np.arange(n_people), per_person)
    signal = g.normal(size=(len(person), d))
    x = signal + 0.3 * offset[person]
    y = (signal @ w + 0.5 * g.normal(size=len(person)) > 0).astype(np.float32)
    return x.astype(np.float32), y, person


def make_model(d):
    return torch.nn.Sequential(torch.nn.Linear(d, 32), torch.nn.ReLU(), torch.nn.Linear(32, 1), torch.nn.Flatten(0))


def train_fold(x, y, x_stop, y_stop, seed, epochs=30):
    torch.manual_seed(seed)
    model = make_model(x.shape[1])
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=1e-2)
    loss_fn = torch.nn.BCEWithLogitsLoss()
    best = (float("inf"), None, None)
    for epoch in range(epochs):
        model.train()
        for idx in torch.randperm(len(x)).split(64):
            optimizer.zero_grad()
            loss_fn(model(x[idx]), y[idx]).backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            stop = loss_fn(model(x_stop), y_stop).item()
        if stop < best[0]:
            best = (stop, epoch, {k: v.clone() for k, v in model.state_dict().items()})
    model.load_state_dict(best[2])
    return model.eval(), best[1]


def main():
    x, y, person = people()
    aucs = []
    for k, (fit, test) in enumerate(GroupKFold(n_splits=5).split(x, y, groups=person)):
        inner = GroupShuffleSplit(n_splits=1, test_size=0.2, random_state=k)
        i, j = next(inner.split(x[fit], y[fit], groups=person[fit]))
        tr, st = fit[i], fit[j]
        assert not (set(person[tr]) & set(person[st]) or set(person[fit]) & set(person[test]))
        scaler = StandardScaler().fit(x[tr])
        as_x = lambda rows: torch.from_numpy(scaler.transform(x[rows]).astype(np.float32))
        model, epoch = train_fold(as_x(tr), torch.from_numpy(y[tr]), as_x(st), torch.from_numpy(y[st]), seed=k)
        with torch.no_grad():
            score = model(as_x(test)).numpy()
        aucs.append(float(roc_auc_score(y[test], score)))
        print(f"fold {k}: {len(set(person[test]))} unseen people, best epoch {epoch}, AUC {aucs[-1]:.4f}")
    print(f"AUC {np.mean(aucs):.4f} +- {np.std(aucs, ddof=1):.4f} over folds (chance 0.5)")
    os.makedirs("out/wd11", exist_ok=True)
    with open("out/wd11/auc.json", "w") as f:
        json.dump(aucs, f)


if __name__ == "__main__":
    main()
