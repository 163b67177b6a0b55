"""Activity from three-axis sensor snippets, cross-validated over PERSONS.

Everybody's sensor is worn a little differently, so the snippets of one person stay together (GroupKFold).
Nothing is chosen by looking at a held-out fold: the number of epochs is fixed beforehand and the averaged
weights of the last epochs (SWA) are used as they come.
"""
import csv
import os

import numpy as np
import torch
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import GroupKFold
from torch import nn
from torch.optim.swa_utils import SWALR, AveragedModel, update_bn
from torch.utils.data import DataLoader, TensorDataset

PERSONS, PER_PERSON, LENGTH = 20, 60, 64
ACTIVITIES = ["rest", "walk", "run", "stairs"]
EPOCHS, SWA_FROM = 14, 9


def simulate(seed):
    rng = np.random.default_rng(seed)
    freq = {0: 0.0, 1: 1.0, 2: 2.0, 3: 1.0}
    size = {0: 0.0, 1: 1.0, 2: 1.6, 3: 1.1}
    t = np.arange(LENGTH) / 16.0                              # four seconds
    xs, ys, who = [], [], []
    for person in range(PERSONS):
        offset = rng.normal(scale=0.4, size=(3, 1))
        gain, pace = rng.uniform(0.8, 1.2), rng.uniform(0.9, 1.1)
        for _ in range(PER_PERSON):
            act = int(rng.integers(len(ACTIVITIES)))
            phase = rng.uniform(0, 2 * np.pi)
            base = 2 * np.pi * freq[act] * pace * t + phase
            wave = np.stack([np.sin(base), np.cos(base), 0.5 * np.sin(2 * base)]) * size[act]
            if act == 3:
                wave[2] += 0.8 * np.sin(3 * base)             # stairs: a third harmonic upwards
            xs.append(gain * wave + offset + rng.normal(scale=0.5, size=(3, LENGTH)))
            ys.append(act)
            who.append(person)
    return np.asarray(xs, dtype=np.float32), np.asarray(ys), np.asarray(who)


def conv_net():
    return nn.Sequential(
        nn.Conv1d(3, 24, 7, padding=3), nn.BatchNorm1d(24), nn.ReLU(), nn.MaxPool1d(2),
        nn.Conv1d(24, 32, 5, padding=2), nn.BatchNorm1d(32), nn.ReLU(),
        nn.AdaptiveAvgPool1d(1), nn.Flatten(),
        nn.Linear(32, len(ACTIVITIES)),
    )


def fit(x, y, seed):
    torch.manual_seed(seed)
    loader = DataLoader(TensorDataset(torch.from_numpy(x), torch.from_numpy(y)), batch_size=32, shuffle=True)
    net = conv_net()
    averaged = AveragedModel(net)
    opt = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=1e-4)
    swa_lr = SWALR(opt, swa_lr=0.02, anneal_epochs=2)
    loss_fn = nn.CrossEntropyLoss()
    for epoch in range(EPOCHS):
        net.train()
        for xb, yb in loader:
            opt.zero_grad()
            loss = loss_fn(net(xb), yb)
            loss.backward()
            opt.step()
        if epoch >= SWA_FROM:
            averaged.update_parameters(net)
            swa_lr.step()
    update_bn(loader, averaged)         # the averaged weights need running statistics of their own
    return averaged.eval()


def main():
    torch.set_num_threads(2)
    x, y, who = simulate(seed=6)
    out_of_fold = np.full(len(y), -1)
    majority = np.full(len(y), -1)
    for fold, (tr, te) in enumerate(GroupKFold(n_splits=5).split(x, y, groups=who)):
        assert not set(who[tr]) & set(who[te])
        mean = x[tr].mean(axis=(0, 2), keepdims=True)
        std = x[tr].std(axis=(0, 2), keepdims=True)
        model = fit((x[tr] - mean) / std, y[tr], seed=fold)
        with torch.no_grad():
            out_of_fold[te] = model(torch.from_numpy((x[te] - mean) / std)).argmax(1).numpy()
        majority[te] = np.bincount(y[tr]).argmax()
        print(f"fold {fold}: {len(set(who[te]))} unseen persons, accuracy {(out_of_fold[te] == y[te]).mean():.3f}")

    print(f"all folds: accuracy {(out_of_fold == y).mean():.3f}, "
          f"balanced {balanced_accuracy_score(y, out_of_fold):.3f}; "
          f"majority class {(majority == y).mean():.3f}")
    os.makedirs("out/qa15", exist_ok=True)
    with open("out/qa15/out_of_fold.csv", "w", newline="") as f:
        rows = csv.writer(f)
        rows.writerow(["person", "truth", "predicted"])
        rows.writerows((int(p), ACTIVITIES[a], ACTIVITIES[b]) for p, a, b in zip(who, y, out_of_fold))


if __name__ == "__main__":
    main()
