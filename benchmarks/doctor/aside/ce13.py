"""Forecast the next value of a noisy seasonal series with two LSTM layers."""
import keras
import numpy as np
from keras import layers

WINDOW = 24
keras.utils.set_random_seed(13)


def make_series(n=1200):
    t = np.arange(n)
    rng = np.random.default_rng(13)
    return 10 + 3 * np.sin(2 * np.pi * t / 24) + np.sin(2 * np.pi * t / 168) + rng.normal(0, 0.3, n)


def windows(series):
    x = np.stack([series[i : i + WINDOW] for i in range(len(series) - WINDOW)])
    y = series[WINDOW:]
    return x[..., None].astype("float32"), y.astype("float32")


series = make_series()
cut_val, cut_test = 800, 1000
mean, std = series[:cut_val].mean(), series[:cut_val].std()
scaled = (series - mean) / std

x_train, y_train = windows(scaled[:cut_val])
x_val, y_val = windows(scaled[cut_val - WINDOW : cut_test])
x_test, y_test = windows(scaled[cut_test - WINDOW :])
print(x_train.shape, x_val.shape, x_test.shape)

inputs = keras.Input((WINDOW, 1))
h = layers.LSTM(32)(inputs)
h = layers.Dropout(0.1)(h)
h = layers.LSTM(16)(h)
outputs = layers.Dense(1)(h)
model = keras.Model(inputs, outputs)

model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse", metrics=["mae"])
model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=10,
    batch_size=64,
    verbose=2,
)

mse, mae = model.evaluate(x_test, y_test, verbose=0)
seasonal = np.abs(x_test[:, 0, 0] - y_test).mean()
print(f"test mae {mae * std:.3f}, value of a day ago {seasonal * std:.3f}")
