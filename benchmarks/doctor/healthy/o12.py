"""One-step-ahead forecasts for 16 meters with a stateful GRU.

Time runs along the batches: row k of batch i+1 continues row k of batch i, so nothing is shuffled and the
state is cleared only where a pass starts again at hour 0.
"""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import keras

METERS, WINDOW = 16, 24
TRAIN, VAL, TEST = 960, 192, 192  # hours, in this order; all multiples of the window
OUT = "outputs/o12"


def meters(rng):
    hours = np.arange(TRAIN + VAL + TEST + 1)
    rows = []
    for _ in range(METERS):
        day = rng.uniform(0.8, 1.5) * np.sin(2 * np.pi * (hours + rng.uniform(0, 24)) / 24)
        half = rng.uniform(0.3, 0.8) * np.sin(2 * np.pi * (hours + rng.uniform(0, 12)) / 12)
        shock, level = rng.normal(0, 0.12, hours.size), np.zeros(hours.size)
        for t in range(1, hours.size):
            level[t] = 0.8 * level[t - 1] + shock[t]
        rows.append(rng.uniform(3, 6) + day + half + level)
    return np.stack(rows)


def batches(series):
    """Windows in time order, one row per meter: x is the value now, y the value an hour later."""
    x, y = series[:, :-1], series[:, 1:]
    steps = x.shape[1] // WINDOW
    cut = lambda a: a.reshape(METERS, steps, WINDOW, 1).swapaxes(0, 1).reshape(steps * METERS, WINDOW, 1)
    return cut(x).astype("float32"), cut(y).astype("float32")


keras.utils.set_random_seed(6)
os.makedirs(OUT, exist_ok=True)
raw = meters(np.random.default_rng(6))

# each meter is scaled by its own past: only hours up to TRAIN count
past = raw[:, : TRAIN + 1]
mean, std = past.mean(axis=1, keepdims=True), past.std(axis=1, keepdims=True)
X, Y = batches((raw - mean) / std)

# split by the hour of the target, still in time order
n_train, n_val = TRAIN // WINDOW * METERS, VAL // WINDOW * METERS
x_train, y_train = X[:n_train], Y[:n_train]
x_val, y_val = X[n_train : n_train + n_val], Y[n_train : n_train + n_val]
y_test = Y[n_train + n_val :]

inputs = keras.Input(batch_shape=(METERS, WINDOW, 1))
gru = keras.layers.GRU(32, stateful=True, return_sequences=True)
outputs = keras.layers.Dense(1)(gru(inputs))
model = keras.Model(inputs, outputs)
model.compile(optimizer=keras.optimizers.Adam(5e-3, clipnorm=1.0), loss="mse")


class StartOfTime(keras.callbacks.Callback):
    """Clear the state before each pass; validation then goes on from the state at the end of training hours."""

    def on_epoch_begin(self, epoch, logs=None):
        gru.reset_state()


model.fit(
    x_train, y_train, validation_data=(x_val, y_val), batch_size=METERS, shuffle=False, epochs=25, verbose=2,
    callbacks=[
        StartOfTime(),
        keras.callbacks.ModelCheckpoint(f"{OUT}/best.weights.h5", save_best_only=True, save_weights_only=True),
        keras.callbacks.ReduceLROnPlateau(factor=0.5, patience=3),
    ],
)
model.load_weights(f"{OUT}/best.weights.h5")

# replay the whole history once so that the state is right, and score the last hours only
gru.reset_state()
forecast = model.predict(X, batch_size=METERS, verbose=0)[n_train + n_val :]
mse = float(np.mean((forecast - y_test) ** 2))
same_as_now = float(np.mean((X[n_train + n_val :] - y_test) ** 2))
print(f"test mse {mse:.4f}; 'no change' {same_as_now:.4f}")
