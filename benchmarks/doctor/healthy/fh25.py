"""Forecast the next six hours of a load curve. Learning rate and width are chosen on validation, the end of the series
is looked at once."""
import itertools
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf
from tensorflow.keras import callbacks, layers, optimizers

PAST, AHEAD, BATCH = 48, 6, 64


def series(n=3600, seed=0):
    g = np.random.default_rng(seed)
    t = np.arange(n)
    slow = np.zeros(n)
    for i in range(1, n):
        slow[i] = 0.95 * slow[i - 1] + 0.3 * g.normal()
    return (50 + 8 * np.sin(2 * np.pi * t / 24) + 3 * np.sin(2 * np.pi * t / 168 + 1) + 2 * slow
            + 0.5 * g.normal(size=n)).astype("float32")


def windows(values, first, last):
    """All pairs whose targets lie in [first, last). The past of the earliest ones reaches back before `first`: at that
    hour it would have been known."""
    starts = np.arange(max(first, PAST), last - AHEAD + 1)
    x = np.stack([values[s - PAST:s] for s in starts])[..., None]
    y = np.stack([values[s:s + AHEAD] for s in starts])
    return x, y


def build(width, lr):
    model = tf.keras.Sequential([
        layers.Input((PAST, 1)),
        layers.Conv1D(width, 5, padding="causal", activation="relu"),
        layers.Conv1D(width, 5, padding="causal", dilation_rate=4, activation="relu"),
        layers.Flatten(),
        layers.Dense(32, activation="relu"),
        layers.Dense(AHEAD),
    ])
    model.compile(optimizer=optimizers.Adam(lr), loss="mse", metrics=["mae"])
    return model


load = series()
a, b = int(0.7 * len(load)), int(0.85 * len(load))
mean, std = load[:a].mean(), load[:a].std()  # of the past only
z = (load - mean) / std
train, val, test = windows(z, 0, a), windows(z, a, b), windows(z, b, len(z))

results = []
for width, lr in itertools.product((8, 24), (3e-4, 3e-3)):
    tf.keras.backend.clear_session()
    tf.keras.utils.set_random_seed(1)
    model = build(width, lr)
    # shuffling windows is fine, a window is a row like any other once the borders are kept
    h = model.fit(*train, validation_data=val, epochs=25, batch_size=BATCH, shuffle=True, verbose=0,
                  callbacks=[callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)])
    score = min(h.history["val_loss"])
    epochs = int(np.argmin(h.history["val_loss"])) + 1
    results.append((score, width, lr, epochs))
    print(f"width {width:2d}  lr {lr:.0e}  val MSE {score:.4f} after {epochs} epochs")

_, width, lr, epochs = min(results)
tf.keras.backend.clear_session()
tf.keras.utils.set_random_seed(2)
model = build(width, lr)
x_all, y_all = windows(z, 0, b)
model.fit(x_all, y_all, epochs=epochs, batch_size=BATCH, verbose=0)

x_test, y_test = test
guess = model.predict(x_test, verbose=0)
yesterday = x_test[:, PAST - 24:PAST - 24 + AHEAD, 0]
print(f"chosen: width {width}, lr {lr:.0e}, {epochs} epochs")
print(f"test MAE: as yesterday {np.abs(yesterday - y_test).mean() * std:.3f}, model {np.abs(guess - y_test).mean() * std:.3f}")
