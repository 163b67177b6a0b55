# Will the price be higher in 20 days? 30 days of history go in.
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np

HISTORY = 30
AHEAD = 20
keras.utils.set_random_seed(17)

rng = np.random.default_rng(17)
log_price = np.cumsum(rng.normal(0.0, 0.012, 2600)) + np.log(100)


def windows(series):
    xs, ys = [], []
    for end in range(HISTORY, len(series) - AHEAD):
        xs.append(series[end - HISTORY : end])
        ys.append(series[end - 1 + AHEAD] > series[end - 1])
    return np.array(xs, dtype="float32"), np.array(ys, dtype="float32")


X, y = windows(log_price)

order = rng.permutation(len(X))
cut = int(0.8 * len(X))
train_idx, test_idx = order[:cut], order[cut:]

# part of the training rows decides when to stop
cut = int(0.85 * len(train_idx))
fit_idx, stop_idx = train_idx[:cut], train_idx[cut:]

mu, sigma = X[fit_idx].mean(), X[fit_idx].std()
X = (X - mu) / sigma

model = keras.Sequential(
    [
        keras.Input((HISTORY,)),
        keras.layers.Dense(128, activation="relu"),
        keras.layers.Dense(128, activation="relu"),
        keras.layers.Dense(1, activation="sigmoid"),
    ]
)
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="binary_crossentropy", metrics=["accuracy"])
early = keras.callbacks.EarlyStopping(monitor="val_loss", patience=15, restore_best_weights=True)
history = model.fit(
    X[fit_idx],
    y[fit_idx],
    validation_data=(X[stop_idx], y[stop_idx]),
    epochs=100,
    batch_size=32,
    callbacks=[early],
    verbose=0,
)
print("stopped after", len(history.history["loss"]), "epochs")

share = max(y[test_idx].mean(), 1 - y[test_idx].mean())
_, acc = model.evaluate(X[test_idx], y[test_idx], verbose=0)
print(f"test accuracy {acc:.3f} on {len(test_idx)} windows (larger class: {share:.3f})")
