"""Next value of a noisy chaotic series with causal, dilated convolutions; every position of a window is a training target."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import argparse

import keras
import numpy as np


def mackey_glass(n, tau=17, seed=0):
    r = np.random.default_rng(seed)
    x = np.full(n + 500 + tau, 1.2)
    x[:tau] += 0.1 * r.normal(size=tau)
    for t in range(tau, len(x) - 1):
        x[t + 1] = x[t] + 0.2 * x[t - tau] / (1 + x[t - tau] ** 10) - 0.1 * x[t]
    return x[500 + tau:][::3]  # thinned out, so that 'as now' is a poor forecast


def build(filters, mean, var):
    i = keras.Input((None, 1))
    h = keras.layers.Normalization(mean=mean, variance=var)(i)
    h = keras.layers.Conv1D(filters, 1)(h)
    for rate in (1, 2, 4, 8):
        r = keras.layers.Conv1D(filters, 2, padding="causal", dilation_rate=rate, activation="relu")(h)
        h = keras.layers.Add()([h, keras.layers.Conv1D(filters, 1)(r)])
    return keras.Model(i, keras.layers.Dense(1)(h))


def main(a):
    keras.utils.set_random_seed(a.seed)
    s = mackey_glass(9000, seed=a.seed) + 0.01 * np.random.default_rng(a.seed).normal(size=3000)
    s = s.astype("float32")[:, None]
    cut1, cut2 = 2000, 2450

    def windows(part, shuffle=False):
        # the target is the window moved on by one step; causal padding keeps each output from seeing its own target
        w = keras.utils.timeseries_dataset_from_array(part, None, sequence_length=a.window + 1, sequence_stride=4, batch_size=32, shuffle=shuffle, seed=1)
        return w.map(lambda x: (x[:, :-1], x[:, 1:])).cache() if not shuffle else w.map(lambda x: (x[:, :-1], x[:, 1:]))

    train, val, test = windows(s[:cut1], True), windows(s[cut1:cut2]), windows(s[cut2:])
    model = build(a.filters, mean=float(s[:cut1].mean()), var=float(s[:cut1].var()))
    model.compile(keras.optimizers.Adam(keras.optimizers.schedules.ExponentialDecay(a.lr, 60, 0.85)), loss="mse")
    stop = keras.callbacks.EarlyStopping(patience=6, restore_best_weights=True)
    model.fit(train, validation_data=val, epochs=a.epochs, callbacks=[stop], verbose=2)

    err, naive = [], []
    for x, y in test:
        p = model(x, training=False)
        err.append((p - y)[:, -1, 0])  # judged on the last step only, with the whole window behind it
        naive.append((x - y)[:, -1, 0])
    rmse = lambda e: float(np.sqrt(np.mean(np.square(np.concatenate(e)))))
    print(f"test RMSE {rmse(err):.4f}, 'as now' {rmse(naive):.4f} (the noise alone is 0.01)")


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--window", type=int, default=48)
    ap.add_argument("--filters", type=int, default=32)
    ap.add_argument("--epochs", type=int, default=30)
    ap.add_argument("--lr", type=float, default=5e-3)
    ap.add_argument("--seed", type=int, default=9)
    main(ap.parse_args())
