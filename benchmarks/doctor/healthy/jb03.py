"""Forecasting a seasonal series, one step ahead, GRU against the naive seasonal forecast.

The series is cut in time: train | validation | test. Targets of a block are only ever
inside that block, and the windows of validation and test start inside their own block,
so no value is shared between blocks.
"""
from dataclasses import dataclass

import keras
import numpy as np


@dataclass(frozen=True)
class Config:
    length: int = 2600
    period: int = 24
    window: int = 48
    train_end: int = 1800
    val_end: int = 2200
    units: int = 32
    batch: int = 64
    epochs: int = 25
    lr: float = 3e-3
    seed: int = 5


def make_series(cfg: Config) -> np.ndarray:
    rng = np.random.default_rng(cfg.seed)
    t = np.arange(cfg.length)
    daily = 2.0 * np.sin(2 * np.pi * t / cfg.period)
    weekly = 1.0 * np.sin(2 * np.pi * t / (7 * cfg.period) + 0.4)
    ar = np.zeros(cfg.length)
    for i in range(1, cfg.length):
        ar[i] = 0.8 * ar[i - 1] + rng.normal(0, 0.25)
    return (10.0 + daily + weekly + ar).astype("float32")


def windows(block: np.ndarray, size: int):
    """x[i] = block[i : i+size], y[i] = block[i+size]."""
    x = np.lib.stride_tricks.sliding_window_view(block, size)[:-1]
    y = block[size:]
    assert len(x) == len(y)
    return np.ascontiguousarray(x)[..., None], np.ascontiguousarray(y)[:, None]


def build(cfg: Config) -> keras.Model:
    inp = keras.Input((cfg.window, 1))
    h = keras.layers.GRU(cfg.units)(inp)
    # predict the change with respect to the last value
    delta = keras.layers.Dense(1)(h)
    last = inp[:, -1, :]
    return keras.Model(inp, keras.layers.Add()([last, delta]))


def main(cfg: Config = Config()) -> None:
    keras.utils.set_random_seed(cfg.seed)
    raw = make_series(cfg)
    mean, std = raw[: cfg.train_end].mean(), raw[: cfg.train_end].std()
    z = (raw - mean) / std
    x_tr, y_tr = windows(z[: cfg.train_end], cfg.window)
    x_va, y_va = windows(z[cfg.train_end: cfg.val_end], cfg.window)
    x_te, y_te = windows(z[cfg.val_end:], cfg.window)
    print("windows", x_tr.shape, x_va.shape, x_te.shape)

    model = build(cfg)
    steps = int(np.ceil(len(x_tr) / cfg.batch)) * cfg.epochs
    schedule = keras.optimizers.schedules.CosineDecay(cfg.lr, decay_steps=steps, alpha=0.02)
    model.compile(optimizer=keras.optimizers.Adam(schedule, clipnorm=1.0), loss="mse", metrics=["mae"])
    model.fit(x_tr, y_tr, validation_data=(x_va, y_va), epochs=cfg.epochs,
              batch_size=cfg.batch, shuffle=True, verbose=2)

    pred = model.predict(x_te, batch_size=256, verbose=0)
    mae = float(np.abs(pred - y_te).mean() * std)
    persistence = float(np.abs(x_te[:, -1] - y_te).mean() * std)
    seasonal = float(np.abs(x_te[:, -cfg.period] - y_te).mean() * std)
    print(f"test MAE  gru {mae:.3f} | last value {persistence:.3f} | same hour yesterday {seasonal:.3f}")


if __name__ == "__main__":
    main()
