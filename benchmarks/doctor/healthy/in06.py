"""Hourly load of a small grid, next hour from the last two days.

The series is cut by time: the first 70 % to train on, then 15 % to choose by, then 15 % for the one last number.
"""
import math
from dataclasses import dataclass

import numpy as np
import keras
from keras import layers


@dataclass(frozen=True)
class Settings:
    hours: int = 24 * 150
    window: int = 48
    batch: int = 64
    epochs: int = 15
    lr: float = 3e-3
    seed: int = 8


def load_series(cfg):
    rng = np.random.default_rng(cfg.seed)
    t = np.arange(cfg.hours)
    daily = 30 * np.sin(2 * np.pi * t / 24 - 1.2) + 12 * np.sin(4 * np.pi * t / 24)
    weekly = -15.0 * ((t // 24) % 7 >= 5)
    drift = np.zeros(cfg.hours)
    for i in range(1, cfg.hours):
        drift[i] = 0.95 * drift[i - 1] + rng.normal(0, 2.0)
    return (200 + daily + weekly + drift).astype("float32")


def windows(part, cfg, shuffle=False):
    # window i covers part[i : i + window], its target is the hour after it
    return keras.utils.timeseries_dataset_from_array(
        part[:-1, None], part[cfg.window:], sequence_length=cfg.window,
        batch_size=cfg.batch, shuffle=shuffle, seed=cfg.seed if shuffle else None)


def build(cfg, steps):
    model = keras.Sequential([
        keras.Input((cfg.window, 1)),
        layers.Conv1D(16, 5, padding="causal", activation="relu"),
        layers.GRU(32),
        layers.Dense(16, activation="relu"),
        layers.Dense(1),
    ])
    schedule = keras.optimizers.schedules.CosineDecay(cfg.lr, steps, alpha=0.02)
    model.compile(keras.optimizers.Adam(schedule, clipnorm=1.0), loss=keras.losses.Huber(), metrics=["mae"])
    return model


def main(cfg=Settings()):
    keras.utils.set_random_seed(cfg.seed)
    raw = load_series(cfg)
    a, b = int(0.70 * len(raw)), int(0.85 * len(raw))
    mean, std = raw[:a].mean(), raw[:a].std()
    scaled = (raw - mean) / std
    train, val, test = scaled[:a], scaled[a:b], scaled[b:]

    train_ds = windows(train, cfg, shuffle=True)
    val_ds, test_ds = windows(val, cfg), windows(test, cfg)
    steps = math.ceil((len(train) - cfg.window) / cfg.batch) * cfg.epochs

    model = build(cfg, steps)
    model.fit(train_ds, validation_data=val_ds, epochs=cfg.epochs, verbose=2)

    _, mae = model.evaluate(test_ds, verbose=0)
    same_as_now = np.abs(test[cfg.window:] - test[cfg.window - 1:-1]).mean()
    same_as_yesterday = np.abs(test[cfg.window:] - test[cfg.window - 24:-24]).mean()
    print(f"test MAE      {mae * std:6.2f} MW")
    print(f"as this hour  {same_as_now * std:6.2f} MW")
    print(f"as yesterday  {same_as_yesterday * std:6.2f} MW")


if __name__ == "__main__":
    main()
