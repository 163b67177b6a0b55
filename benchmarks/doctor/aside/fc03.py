#!/usr/bin/env python3
# Next value of a noisy double sine with two recurrent layers
import argparse
import os

import numpy as np
from tensorflow import keras

ap = argparse.ArgumentParser()
ap.add_argument("--window", type=int, default=30)
ap.add_argument("--units", type=int, default=24)
ap.add_argument("--epochs", type=int, default=8)
ap.add_argument("--batch-size", type=int, default=64)
ap.add_argument("--lr", type=float, default=2e-3)
ap.add_argument("--out", default="out/fc03")
args = ap.parse_args()

os.makedirs(args.out, exist_ok=True)
keras.utils.set_random_seed(11)


def make_series(n=2000):
    rng = np.random.default_rng(3)
    t = np.arange(n)
    s = np.sin(2 * np.pi * t / 25) + 0.5 * np.sin(2 * np.pi * t / 60)
    return (s + 0.05 * rng.normal(size=n)).astype("float32")


def windows(series, size):
    xs = [series[i : i + size] for i in range(len(series) - size)]
    ys = series[size:]
    return np.stack(xs)[..., None], ys[:, None]


series = make_series()
n_train, n_val = 1400, 300
mu, sd = series[:n_train].mean(), series[:n_train].std()
series = (series - mu) / sd

x_train, y_train = windows(series[:n_train], args.window)
x_val, y_val = windows(series[n_train : n_train + n_val], args.window)
x_test, y_test = windows(series[n_train + n_val :], args.window)
print("train", x_train.shape, y_train.shape)
print("val  ", x_val.shape, y_val.shape)

model = keras.Sequential(name="two_lstm")
model.add(keras.Input(shape=(args.window, 1)))
model.add(keras.layers.LSTM(args.units))
model.add(keras.layers.Dropout(0.1))
model.add(keras.layers.LSTM(args.units // 2))
model.add(keras.layers.Dense(1))

model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=args.lr),
    loss="mse",
    metrics=["mae"],
)
model.summary()

model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=args.epochs,
    batch_size=args.batch_size,
    verbose=2,
)
mse, mae = model.evaluate(x_test, y_test, verbose=0)
naive = float(np.mean(np.abs(x_test[:, -1, 0] - y_test[:, 0])))
print(f"test mae {mae:.3f}, last-value baseline {naive:.3f}")
