"""Anomaly detection: autoencoder trained on normal heartbeats only, threshold from held-out normal ones."""
import keras
import numpy as np
from sklearn.metrics import roc_auc_score

keras.utils.set_random_seed(31)
rng = np.random.default_rng(31)
T = 96


def beats(n, odd=False):
    t = np.linspace(0, 1, T)
    centre = 0.5 + rng.normal(0, 0.02, (n, 1))
    width = 0.03 * np.exp(rng.normal(0, 0.1, (n, 1)))
    height = 1 + rng.normal(0, 0.1, (n, 1))
    spike = height * np.exp(-((t - centre) / width) ** 2)
    wave = 0.3 * np.exp(-((t - 0.75) / 0.06) ** 2)
    if odd:                                 # a weak or missing wave and a late extra one
        wave = wave * rng.uniform(0, 0.4, (n, 1)) + 0.25 * np.exp(-((t - rng.uniform(0.1, 0.35, (n, 1))) / 0.04) ** 2)
    return (spike + wave + rng.normal(0, 0.04, (n, T))).astype("float32")


train, val, calibration = beats(1500), beats(300), beats(300)
test = np.concatenate([beats(400), beats(100, odd=True)])
is_odd = np.r_[np.zeros(400), np.ones(100)].astype(bool)

lo, hi = train.min(), train.max()
train, val, calibration, test = ((a - lo) / (hi - lo) for a in (train, val, calibration, test))

inp = keras.Input((T,))
code = keras.layers.Dense(6, name="code")(keras.layers.Dense(48, activation="relu")(inp))
rec = keras.layers.Dense(T)(keras.layers.Dense(48, activation="relu")(code))
autoencoder = keras.Model(inp, rec)
autoencoder.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse")
hist = autoencoder.fit(train, train, validation_data=(val, val), epochs=30, batch_size=64, verbose=0,
                       callbacks=[keras.callbacks.EarlyStopping(patience=5, restore_best_weights=True)])
for e in range(0, len(hist.epoch), 6):
    print(f"epoch {e + 1:2d} loss {hist.history['loss'][e]:.5f} val {hist.history['val_loss'][e]:.5f}")


def score(x):
    return np.mean((autoencoder.predict(x, verbose=0) - x) ** 2, axis=1)


threshold = np.quantile(score(calibration), 0.98)
s = score(test)
flagged = s > threshold
print(f"AUC {roc_auc_score(is_odd, s):.3f}")
print(f"recall {flagged[is_odd].mean():.2f}, false alarms {flagged[~is_odd].mean():.3f}")
