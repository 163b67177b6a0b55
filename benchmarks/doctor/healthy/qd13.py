# ---
# Reaction study: 40 subjects x 30 trials; does the trial's signal tell the condition?
# Cross-validation by SUBJECT: whoever is tested contributed nothing to the training.
# Every fold starts over: new scaler, new network, new optimiser.
# ---
import numpy as np
import torch
from sklearn.model_selection import GroupKFold, GroupShuffleSplit
from sklearn.preprocessing import StandardScaler

torch.set_num_threads(2)
rng = np.random.default_rng(2024)

SUBJECTS, TRIALS, FEATURES = 40, 30, 12

# each subject has an offset of their own; the condition moves four of the features
subject = np.repeat(np.arange(SUBJECTS), TRIALS)
offset = rng.normal(scale=0.7, size=(SUBJECTS, FEATURES))[subject]
condition = rng.integers(0, 2, size=SUBJECTS * TRIALS)
signal = rng.normal(size=(SUBJECTS * TRIALS, FEATURES))
signal[:, :4] += 0.9 * (2 * condition[:, None] - 1)
signal += offset


def new_net():
    return torch.nn.Sequential(
        torch.nn.Linear(FEATURES, 24), torch.nn.Tanh(), torch.nn.Dropout(0.2), torch.nn.Linear(24, 1)
    )


def as_tensors(x, y):
    return torch.as_tensor(x, dtype=torch.float32), torch.as_tensor(y, dtype=torch.float32)


def train_one(x, y, x_stop, y_stop, seed, max_epochs=80, patience=8):
    torch.manual_seed(seed)
    net = new_net()
    criterion = torch.nn.BCEWithLogitsLoss()
    opt = torch.optim.Adam(net.parameters(), lr=3e-3, weight_decay=1e-4)
    best, state, bad = float("inf"), None, 0
    for _ in range(max_epochs):
        net.train()
        for rows in torch.randperm(len(x)).split(64):
            opt.zero_grad()
            criterion(net(x[rows]).squeeze(-1), y[rows]).backward()
            opt.step()
        net.eval()
        with torch.no_grad():
            stop_loss = criterion(net(x_stop).squeeze(-1), y_stop).item()
        if stop_loss < best:
            best, bad = stop_loss, 0
            state = {k: v.clone() for k, v in net.state_dict().items()}
        else:
            bad += 1
            if bad >= patience:
                break
    net.load_state_dict(state)
    return net.eval()


accuracies, chance = [], []
out_of_fold = np.full(len(condition), np.nan)

for fold, (dev, test) in enumerate(GroupKFold(n_splits=5).split(signal, condition, groups=subject)):
    # inside the development subjects, some are set aside for early stopping
    inner = GroupShuffleSplit(n_splits=1, test_size=0.2, random_state=fold)
    fit_pos, stop_pos = next(inner.split(dev, groups=subject[dev]))
    fit, stop = dev[fit_pos], dev[stop_pos]
    assert not set(subject[fit]) & set(subject[stop])
    assert not set(subject[dev]) & set(subject[test])

    scaler = StandardScaler().fit(signal[fit])
    x_fit, y_fit = as_tensors(scaler.transform(signal[fit]), condition[fit])
    x_stop, y_stop = as_tensors(scaler.transform(signal[stop]), condition[stop])
    x_test, _ = as_tensors(scaler.transform(signal[test]), condition[test])

    net = train_one(x_fit, y_fit, x_stop, y_stop, seed=fold)
    with torch.no_grad():
        out_of_fold[test] = torch.sigmoid(net(x_test)).squeeze(-1).numpy()

    hit = (out_of_fold[test] > 0.5) == (condition[test] == 1)
    majority = int(condition[fit].mean() > 0.5)
    accuracies.append(hit.mean())
    chance.append((condition[test] == majority).mean())
    print(f"fold {fold}: {len(set(subject[test]))} new subjects, accuracy {accuracies[-1]:.3f} "
          f"(majority {chance[-1]:.3f})")

assert not np.isnan(out_of_fold).any()
print(f"mean over folds {np.mean(accuracies):.3f} (sd {np.std(accuracies, ddof=1):.3f}), "
      f"majority {np.mean(chance):.3f}")
print(f"Brier score, out of fold: {np.mean((out_of_fold - condition) ** 2):.4f} (always 0.5: 0.2500)")
