# How well does an activity classifier work for a person it has never seen?
# 12 people, 60 recordings each; whole people are left out (GroupKFold). Nothing is tuned on the folds:
# width, learning rate and epochs were set beforehand and stay the same in each fold.
import numpy as np
import torch
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import GroupKFold
from sklearn.preprocessing import StandardScaler

PEOPLE, EACH, FEATURES, ACTIVITIES = 12, 60, 18, 3
EPOCHS, LR, BATCH = 30, 3e-3, 32


def recordings(seed=8):
    rng = np.random.default_rng(seed)
    centre = rng.normal(0, 1.0, (ACTIVITIES, FEATURES))
    X, y, who = [], [], []
    for p in range(PEOPLE):
        habit = rng.normal(0, 0.8, FEATURES)  # what this person does in every activity
        act = rng.permutation(np.repeat(np.arange(ACTIVITIES), EACH // ACTIVITIES))
        X.append(centre[act] + habit + rng.normal(0, 1.2, (EACH, FEATURES)))
        y.append(act)
        who.append(np.full(EACH, p))
    return np.concatenate(X), np.concatenate(y), np.concatenate(who)


def network(seed):
    torch.manual_seed(seed)
    return torch.nn.Sequential(
        torch.nn.Linear(FEATURES, 48), torch.nn.BatchNorm1d(48), torch.nn.ReLU(), torch.nn.Dropout(0.3),
        torch.nn.Linear(48, ACTIVITIES),
    )


def fit(X, y, seed):
    scaler = StandardScaler().fit(X)
    X = torch.tensor(scaler.transform(X), dtype=torch.float32)
    y = torch.tensor(y, dtype=torch.long)
    net = network(seed)
    opt = torch.optim.SGD(net.parameters(), lr=10 * LR, momentum=0.9, nesterov=True, weight_decay=1e-4)
    # BatchNorm wants no batch of one row, therefore the short rest is left for the next shuffle
    per_epoch = len(X) // BATCH
    decay = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=EPOCHS * per_epoch)
    g = torch.Generator().manual_seed(seed)
    net.train()
    for _ in range(EPOCHS):
        order = torch.randperm(len(X), generator=g)
        for k in range(per_epoch):
            rows = order[k * BATCH:(k + 1) * BATCH]
            loss = torch.nn.functional.cross_entropy(net(X[rows]), y[rows], label_smoothing=0.05)
            opt.zero_grad()
            loss.backward()
            opt.step()
            decay.step()
    net.eval()

    def predict(Z):
        with torch.inference_mode():
            return net(torch.tensor(scaler.transform(Z), dtype=torch.float32)).argmax(1).numpy()

    return predict


def folds(X, y, who):
    for f, (a, b) in enumerate(GroupKFold(n_splits=4).split(X, y, groups=who)):
        assert not set(who[a]) & set(who[b])
        yield f, a, b


if __name__ == "__main__":
    torch.set_num_threads(2)
    X, y, who = recordings()
    out_of_fold = np.full(len(y), -1)
    for f, a, b in folds(X, y, who):
        out_of_fold[b] = fit(X[a], y[a], seed=100 + f)(X[b])
        print(f"fold {f}: people {sorted(set(who[b].tolist()))}  "
              f"balanced accuracy {balanced_accuracy_score(y[b], out_of_fold[b]):.3f}")
    assert (out_of_fold >= 0).all()
    per_person = np.array([np.mean(out_of_fold[who == p] == y[who == p]) for p in range(PEOPLE)])
    print(f"unseen people: {per_person.mean():.3f} on average, "
          f"from {per_person.min():.3f} to {per_person.max():.3f} (chance {1 / ACTIVITIES:.3f})")
