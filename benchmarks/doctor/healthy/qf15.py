"""Will it work for a new person?  Grouped cross-validation with a fresh network per fold.

Each of 24 persons gives 40 recordings of 12 features and an activity (3 kinds).  A person has an
offset of their own, so a person must never be in two parts of a fold.  In each fold the scaler and
the network are fitted on the inner training persons, the epoch is picked on the inner validation
persons, and the score comes from the outer persons.
"""
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import torch
from sklearn.dummy import DummyClassifier
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import GroupKFold, GroupShuffleSplit
from sklearn.preprocessing import StandardScaler
from torch import nn

N_PERSONS, PER_PERSON, N_FEATURES, N_CLASSES = 24, 40, 12, 3


class Split(NamedTuple):
    train: np.ndarray
    val: np.ndarray
    test: np.ndarray


def record(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    person = np.repeat(np.arange(N_PERSONS), PER_PERSON)
    activity = rng.choice(N_CLASSES, size=len(person), p=[0.5, 0.3, 0.2])
    centre = rng.normal(scale=1.2, size=(N_CLASSES, N_FEATURES))
    offset = rng.normal(scale=0.6, size=(N_PERSONS, N_FEATURES))
    x = centre[activity] + offset[person] + rng.normal(size=(len(person), N_FEATURES))
    scale = np.geomspace(0.1, 100, N_FEATURES)  # units of the sensors differ widely
    return (x * scale).astype(np.float32), activity, person


def splits(x, y, person) -> Iterator[Split]:
    for dev, test in GroupKFold(n_splits=4).split(x, y, groups=person):
        inner = GroupShuffleSplit(n_splits=1, test_size=0.25, random_state=0)
        tr, va = next(inner.split(x[dev], y[dev], groups=person[dev]))
        s = Split(dev[tr], dev[va], test)  # inner positions -> rows of the whole
        who = [set(person[p]) for p in s]
        assert not (who[0] & who[1] or who[0] & who[2] or who[1] & who[2])
        yield s


def network() -> nn.Module:
    return nn.Sequential(nn.Linear(N_FEATURES, 32), nn.Tanh(), nn.Dropout(0.2), nn.Linear(32, N_CLASSES))


def predict(net: nn.Module, x: torch.Tensor) -> np.ndarray:
    net.eval()
    with torch.no_grad():
        return net(x).argmax(dim=1).numpy()


def fit_and_score(x, y, split: Split, seed: int) -> tuple[float, int]:
    torch.manual_seed(seed)
    scaler = StandardScaler().fit(x[split.train])
    xt, xv, xs = (torch.as_tensor(scaler.transform(x[p]), dtype=torch.float32) for p in split)
    yt = torch.as_tensor(y[split.train], dtype=torch.long)

    freq = torch.bincount(yt, minlength=N_CLASSES).float()
    loss_fn = nn.CrossEntropyLoss(weight=freq.sum() / (N_CLASSES * freq))
    net = network()
    opt = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=1e-3)

    best, best_epoch, weights = -1.0, 0, {}
    for epoch in range(1, 31):
        net.train()
        for rows in torch.randperm(len(yt)).split(32):
            loss = loss_fn(net(xt[rows]), yt[rows])
            opt.zero_grad()
            loss.backward()
            opt.step()
        score = balanced_accuracy_score(y[split.val], predict(net, xv))
        if score > best:
            best, best_epoch = score, epoch
            weights = {k: v.clone() for k, v in net.state_dict().items()}

    net.load_state_dict(weights)
    return balanced_accuracy_score(y[split.test], predict(net, xs)), best_epoch


def main() -> None:
    torch.set_num_threads(1)
    x, y, person = record(np.random.default_rng(8))
    ours, dummies = [], []
    for k, split in enumerate(splits(x, y, person)):
        score, epoch = fit_and_score(x, y, split, seed=100 + k)
        dummy = DummyClassifier(strategy="most_frequent").fit(x[split.train], y[split.train])
        dummies.append(balanced_accuracy_score(y[split.test], dummy.predict(x[split.test])))
        ours.append(score)
        sizes = tuple(len(np.unique(person[p])) for p in split)
        print(f"fold {k}: persons {sizes}, epoch {epoch:2d}, balanced accuracy {score:.3f}")
    print(f"new persons: {np.mean(ours):.3f} +- {np.std(ours, ddof=1):.3f} over {len(ours)} folds "
          f"(most frequent: {np.mean(dummies):.3f})")


if __name__ == "__main__":
    main()
