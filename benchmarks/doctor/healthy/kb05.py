"""Seven-day forecast of daily bike rentals from the last four weeks.

The series is cut by time first; windows are made inside each piece, so no window
straddles a border and no test day is ever an input or a target in training.
"""
from dataclasses import dataclass

import keras
import numpy as np
import tensorflow as tf


@dataclass(frozen=True)
class Config:
    days: int = 365 * 8
    lookback: int = 28
    horizon: int = 7
    batch: int = 64
    epochs: int = 40
    seed: int = 5

    @property
    def span(self):
        return self.lookback + self.horizon


def simulate(cfg):
    rng = np.random.default_rng(cfg.seed)
    t = np.arange(cfg.days)
    week = np.array([0.0, 5.0, 8.0, 8.0, 12.0, 30.0, 24.0])[t % 7]
    year = 40.0 * np.sin(2 * np.pi * (t - 110) / 365.25)
    ar = np.zeros(cfg.days)
    for i in range(1, cfg.days):
        ar[i] = 0.7 * ar[i - 1] + rng.normal(0, 6.0)
    return (200.0 + week + year + ar).astype("float32")


def windows(series, cfg, shuffle):
    def to_tensor(window):
        return window.batch(cfg.span, drop_remainder=True)

    def split(values):
        return values[: cfg.lookback], values[cfg.lookback:]

    ds = (
        tf.data.Dataset.from_tensor_slices(series)
        .window(cfg.span, shift=1, drop_remainder=True)
        .flat_map(to_tensor)
        .map(split, num_parallel_calls=tf.data.AUTOTUNE)
        .cache()
    )
    if shuffle:
        ds = ds.shuffle(len(series), seed=cfg.seed)
    return ds.batch(cfg.batch).prefetch(tf.data.AUTOTUNE)


def network(cfg):
    past = keras.Input((cfg.lookback,))
    # what the network adds to "same weekday last week"
    last_week = past[:, -7:]
    h = keras.layers.Dense(64, activation="relu")(past)
    h = keras.layers.Dense(32, activation="relu")(h)
    change = keras.layers.Dense(cfg.horizon, kernel_initializer="zeros")(h)
    return keras.Model(past, keras.layers.Add()([last_week, change]))


def main(cfg=Config()):
    assert cfg.horizon == 7, "the shortcut repeats the last week"
    keras.utils.set_random_seed(cfg.seed)
    series = simulate(cfg)
    i, j = int(0.7 * cfg.days), int(0.85 * cfg.days)
    mean, std = series[:i].mean(), series[:i].std()
    z = (series - mean) / std

    train = windows(z[:i], cfg, shuffle=True)
    valid = windows(z[i:j], cfg, shuffle=False)
    test = windows(z[j:], cfg, shuffle=False)

    model = network(cfg)
    model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse")
    model.fit(
        train, validation_data=valid, epochs=cfg.epochs, verbose=2,
        callbacks=[
            keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3, min_lr=1e-5),
            keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True),
        ],
    )

    past = np.concatenate([x.numpy() for x, _ in test])
    truth = np.concatenate([y.numpy() for _, y in test])
    forecasts = {
        "network": model.predict(past, batch_size=256, verbose=0),
        "same weekday last week": past[:, -7:],
        "last value": np.repeat(past[:, -1:], cfg.horizon, axis=1),
        "training mean": np.zeros_like(truth),
    }
    print(f"{len(truth)} test windows, MAE in rentals per day")
    for name, guess in forecasts.items():
        by_day = np.abs(guess - truth).mean(axis=0) * std
        print(f"{name:>24}: {by_day.mean():6.2f}   by day " + " ".join(f"{v:5.1f}" for v in by_day))


if __name__ == "__main__":
    main()
