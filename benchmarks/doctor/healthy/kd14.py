"""Does the detector work for people it has never met?

Cross-validation by subject, a permutation test within subjects, and a control in which all labels
the training may see are permuted.  Signals: a slow wave of the subject's own, with or without a short burst.
"""
import numpy as np
import keras
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

SUBJECTS, WINDOWS, LENGTH = 12, 60, 64


def simulate(rng):
    t = np.arange(LENGTH)
    signals, labels, owners = [], [], []
    for subject in range(SUBJECTS):
        gain, offset, freq = rng.uniform(0.6, 1.8), rng.normal(0, 2), rng.uniform(0.01, 0.04)
        y = rng.permutation(np.repeat([0, 1], WINDOWS // 2))
        for label in y:
            wave = np.sin(2 * np.pi * (freq * t + rng.uniform())) + rng.normal(0, 0.3, LENGTH)
            if label:
                centre = rng.uniform(10, LENGTH - 10)
                wave += 1.2 * np.exp(-0.5 * ((t - centre) / 4) ** 2) * np.sin(2 * np.pi * (0.22 * t + rng.uniform()))
            signals.append(gain * wave + offset)
            labels.append(label)
            owners.append(subject)
    x = np.array(signals, dtype="float32")
    # every window by its own mean and deviation: nothing is shared between windows
    x = (x - x.mean(1, keepdims=True)) / x.std(1, keepdims=True)
    return x[..., None], np.array(labels), np.array(owners)


def build():
    model = keras.Sequential([
        keras.Input((LENGTH, 1)),
        keras.layers.Conv1D(16, 9, padding="same", activation="relu"),
        keras.layers.Conv1D(16, 5, padding="same", activation="relu"),
        keras.layers.GlobalMaxPooling1D(),
        keras.layers.Dense(16, activation="relu"),
        keras.layers.Dense(1, activation="sigmoid"),
    ])
    model.compile("adam", loss="binary_crossentropy", metrics=["accuracy"], jit_compile=False)
    model.optimizer.learning_rate = 3e-3
    return model


def shuffle_within(y, owners, rng):
    z = y.copy()
    for s in np.unique(owners):
        m = np.flatnonzero(owners == s)
        z[m] = rng.permutation(z[m])
    return z


def handmade(x):
    """log energy of the signal's first and second differences"""
    d1 = np.diff(x[..., 0], axis=1)
    d2 = np.diff(d1, axis=1)
    return np.log(np.stack([(d1 ** 2).mean(1), (d2 ** 2).mean(1), np.abs(d1).max(1)], axis=1))


def out_of_fold(x, y, owners, seen_labels, seed):
    """seen_labels: what fitting and early stopping may look at.  Returns predictions for unseen subjects."""
    net, plain = np.full(len(y), np.nan), np.full(len(y), np.nan)
    for fold, (dev, test) in enumerate(GroupKFold(n_splits=4).split(x, y, owners)):
        keras.utils.clear_session()
        keras.utils.set_random_seed(seed + fold)
        held = np.unique(owners[dev])[:2]                   # two development subjects watch over the epochs
        watch = np.isin(owners[dev], held)
        fit, val = dev[~watch], dev[watch]
        assert not set(owners[test]) & set(owners[dev]) and not set(owners[fit]) & set(owners[val])
        model = build()
        model.fit(x[fit], seen_labels[fit], validation_data=(x[val], seen_labels[val]), epochs=40, batch_size=32, verbose=0,
                  callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)])
        net[test] = model.predict(x[test], verbose=0)[:, 0] > 0.5
        lr = make_pipeline(StandardScaler(), LogisticRegression()).fit(handmade(x[dev]), seen_labels[dev])
        plain[test] = lr.predict(handmade(x[test]))
    assert not np.isnan(net).any()
    return net.astype(int), plain.astype(int)


if __name__ == "__main__":
    rng = np.random.default_rng(31)
    x, y, owners = simulate(rng)
    net, plain = out_of_fold(x, y, owners, y, seed=0)
    control, _ = out_of_fold(x, y, owners, shuffle_within(y, owners, rng), seed=50)

    print("either class always         0.500  (classes are balanced within each subject)")
    print(f"network, permuted labels    {np.mean(control == y):.3f}")
    print(f"logistic regression         {np.mean(plain == y):.3f}")
    print(f"network                     {np.mean(net == y):.3f}")

    observed = np.mean(net == y)
    null = np.array([np.mean(net == shuffle_within(y, owners, rng)) for _ in range(999)])
    print(f"permutation test within subjects: p = {(1 + np.sum(null >= observed)) / 1000:.3f}, "
          f"null {null.mean():.3f} +- {null.std():.3f}")
    per_subject = np.array([np.mean(net[owners == s] == y[owners == s]) for s in range(SUBJECTS)])
    print("per subject:", np.round(per_subject, 2), " worst:", per_subject.min().round(2))
    # subjects, not windows, are the independent units
    means = per_subject[rng.integers(0, SUBJECTS, (5000, SUBJECTS))].mean(1)
    print("95 % interval over subjects: [{:.3f}, {:.3f}]".format(*np.percentile(means, [2.5, 97.5])))
