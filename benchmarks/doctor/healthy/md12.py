"""Variable stars from short, unevenly sampled light curves (pulsating / eclipsing / flaring).

Each curve has 20 to 40 observations; the rest is padding that Masking hides from the network.
"""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")      # before TensorFlow is loaded

import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(404)

NAMES = ["pulsating", "eclipsing", "flaring"]
MAX_OBS, PAD = 40, -99.0


def star(rng):
    kind = rng.integers(3)
    n = rng.integers(20, MAX_OBS + 1)
    t = np.sort(rng.uniform(0, 20, n))
    if kind == 0:
        m = rng.uniform(0.2, 0.5) * np.sin(2 * np.pi * t / rng.uniform(3, 8) + rng.uniform(0, 6))
    elif kind == 1:
        phase = (t / rng.uniform(2, 5) + rng.random()) % 1.0
        m = rng.uniform(0.5, 1.0) * (phase < 0.22)          # fainter = larger magnitude
    else:
        m = np.zeros(n)
        for start in rng.uniform(0, 18, rng.integers(3, 6)):
            since = t - start
            m -= np.where(since > 0, rng.uniform(0.8, 1.5) * np.exp(-np.maximum(since, 0) / 0.8), 0)
    err = rng.uniform(0.02, 0.08, n)
    m = m + rng.uniform(12, 17) + err * rng.standard_normal(n)
    return t, m, err, kind


def curves(n, rng):
    x = np.full((n, MAX_OBS, 3), PAD, dtype="float32")
    y = np.zeros(n, dtype="int64")
    for i in range(n):
        t, m, err, y[i] = star(rng)
        # how bright a star is on the whole says nothing about its kind: its own median goes out
        x[i, :len(t), 0] = m - np.median(m)
        x[i, :len(t), 1] = np.diff(t, prepend=t[0])
        x[i, :len(t), 2] = err
    return x, y


def scale_of(x):
    seen = x[..., 0] != PAD
    return x[seen].mean(axis=0), x[seen].std(axis=0)


def scaled(x, mean, std):
    seen = (x[..., 0] != PAD)[..., None]
    return np.where(seen, (x - mean) / std, PAD).astype("float32")


def build():
    inp = keras.Input((MAX_OBS, 3))
    h = layers.Masking(mask_value=PAD)(inp)
    h = layers.GRU(32, return_sequences=True)(h)
    h = layers.GlobalAveragePooling1D()(h)        # takes the mask into account
    h = layers.Dense(32, activation="relu")(h)
    model = keras.Model(inp, layers.Dense(len(NAMES), activation="softmax")(h))
    model.compile(optimizer=keras.optimizers.Adam(5e-3, clipnorm=1.0),
                  loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


def amplitude_rule(x, y):
    """Baseline: class centres of (highest, lowest) deviation from the median."""
    def extremes(a):
        values = np.ma.masked_equal(a[..., 0], PAD)
        return np.column_stack([values.max(axis=1).filled(0), values.min(axis=1).filled(0)])
    centres = np.stack([extremes(x)[y == k].mean(axis=0) for k in range(len(NAMES))])
    return lambda a: ((extremes(a)[:, None] - centres) ** 2).sum(-1).argmin(1)


rng = np.random.default_rng(404)
x_train, y_train = curves(1800, rng)
x_val, y_val = curves(400, rng)
x_test, y_test = curves(600, rng)
rule = amplitude_rule(x_train, y_train)
scale = scale_of(x_train)

model = build()
model.fit(scaled(x_train, *scale), y_train, validation_data=(scaled(x_val, *scale), y_val),
          batch_size=64, epochs=14, verbose=2,
          callbacks=[keras.callbacks.EarlyStopping("val_loss", patience=4, restore_best_weights=True)])

prob = model.predict(scaled(x_test, *scale), batch_size=200, verbose=0)
guess = prob.argmax(axis=1)
confusion = np.zeros((3, 3), dtype=int)
np.add.at(confusion, (y_test, guess), 1)
print("\nrows: true kind, columns: predicted", *zip(NAMES, confusion.tolist()), sep="\n  ")
print(f"test accuracy: network {np.mean(guess == y_test):.3f}, "
      f"extremes only {np.mean(rule(x_test) == y_test):.3f}, "
      f"most frequent kind {np.mean(y_test == np.bincount(y_train).argmax()):.3f}")
os.makedirs("out/md12", exist_ok=True)
np.savetxt("out/md12/confusion.csv", confusion, fmt="%d", delimiter=",", header=",".join(NAMES))
