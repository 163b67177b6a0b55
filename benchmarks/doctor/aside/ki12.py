"""Forecast the next value of a noisy double sine with a stacked LSTM."""
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from tensorflow.keras import Sequential
from tensorflow.keras.callbacks import EarlyStopping
from tensorflow.keras.layers import LSTM, Dense, Dropout, Input

tf.keras.utils.set_random_seed(4)

WINDOW = 30

# the series
rng = np.random.default_rng(4)
t = np.arange(2400)
series = np.sin(2 * np.pi * t / 25) + 0.5 * np.sin(2 * np.pi * t / 60) + rng.normal(0, 0.1, t.size)

# in time order: 70 % train, 15 % validation, 15 % test
a, b = int(0.7 * t.size), int(0.85 * t.size)
mu, sigma = series[:a].mean(), series[:a].std()
series = ((series - mu) / sigma).astype("float32")


def windows(values):
    x = np.stack([values[i:i + WINDOW] for i in range(len(values) - WINDOW)])
    y = values[WINDOW:]
    return x[..., np.newaxis], y[:, np.newaxis]


x_train, y_train = windows(series[:a])
x_val, y_val = windows(series[a:b])
x_test, y_test = windows(series[b:])
print("train", x_train.shape, y_train.shape)

# the model
model = Sequential()
model.add(Input(shape=(WINDOW, 1)))
model.add(LSTM(32))
model.add(Dropout(0.1))
model.add(LSTM(16))
model.add(Dense(1))

model.compile(optimizer="adam", loss="mse", metrics=["mae"])
model.summary()

model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=12, batch_size=64, verbose=2,
    callbacks=[EarlyStopping(monitor="val_loss", patience=3, restore_best_weights=True)],
)

mse, mae = model.evaluate(x_test, y_test, verbose=0)
naive = np.abs(x_test[:, -1, 0] - y_test[:, 0]).mean()
print(f"test MAE {mae:.3f} (repeating the last value: {naive:.3f})")
