# Time series homework: predict the next value with a stacked LSTM
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import argparse

import numpy as np
import tensorflow as tf

parser = argparse.ArgumentParser(description="stacked LSTM on a synthetic temperature curve")
parser.add_argument("--window", type=int, default=24)
parser.add_argument("--units", type=int, default=32)
parser.add_argument("--epochs", type=int, default=8)
parser.add_argument("--dropout", type=float, default=0.1)
args = parser.parse_args()

tf.keras.utils.set_random_seed(99)


def temperature(n_hours):
    t = np.arange(n_hours)
    daily = 5 * np.sin(2 * np.pi * t / 24)
    weekly = 2 * np.sin(2 * np.pi * t / (24 * 7))
    return (15 + daily + weekly + np.random.normal(0, 0.5, n_hours)).astype("float32")


def windows(series, width):
    X = np.stack([series[i:i + width] for i in range(len(series) - width)])
    y = series[width:]
    return X[..., np.newaxis], y


series = temperature(2000)
# split along the time axis, oldest hours first
train, val, test = series[:1400], series[1400:1700], series[1700:]
mean, std = train.mean(), train.std()
X_train, y_train = windows((train - mean) / std, args.window)
X_val, y_val = windows((val - mean) / std, args.window)
X_test, y_test = windows((test - mean) / std, args.window)
print(X_train.shape, y_train.shape)

model = tf.keras.Sequential()
model.add(tf.keras.Input(shape=(args.window, 1)))
model.add(tf.keras.layers.LSTM(args.units))
model.add(tf.keras.layers.Dropout(args.dropout))
model.add(tf.keras.layers.LSTM(args.units))
model.add(tf.keras.layers.Dropout(args.dropout))
model.add(tf.keras.layers.Dense(1))

model.compile(loss="mse", optimizer=tf.keras.optimizers.Adam(3e-3), metrics=["mae"])
model.fit(X_train, y_train, validation_data=(X_val, y_val),
          epochs=args.epochs, batch_size=64, verbose=2)

pred = model.predict(X_test, verbose=0)[:, 0] * std + mean
truth = y_test * std + mean
naive = X_test[:, -1, 0] * std + mean
print("MAE of the network  : %.3f degrees" % np.abs(pred - truth).mean())
print("MAE of 'same as now': %.3f degrees" % np.abs(naive - truth).mean())
