"""Rent per month from a few facts about the flat (made-up town)."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

from pathlib import Path

import numpy as np
import tensorflow as tf
from tensorflow import keras

OUT = Path("out/ec05")
rng = np.random.default_rng(42)
keras.utils.set_random_seed(42)


def flats(n):
    area = rng.uniform(20, 140, n)
    rooms = np.clip(np.round(area / 28 + rng.normal(0, 0.5, n)), 1, 6)
    floor = rng.integers(0, 8, n)
    dist = rng.gamma(2.0, 2.0, n)
    lift = rng.integers(0, 2, n)
    rent = 9.5 * area + 40 * rooms - 22 * dist + 8 * floor * lift
    rent = rent + 250 * np.exp(-dist) + rng.normal(0, 35, n) + 200
    feats = np.stack([area, rooms, floor, dist, lift], axis=1)
    return feats.astype("float32"), (rent / 100).astype("float32")  # in hundreds


x_train, y_train = flats(2400)
x_val, y_val = flats(400)
x_test, y_test = flats(400)

normalizer = keras.layers.Normalization(axis=-1)
normalizer.adapt(x_train)

model = keras.Sequential(
    [
        keras.Input((5,)),
        normalizer,
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dense(1),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss=keras.losses.Huber(),
    metrics=[keras.metrics.MeanAbsoluteError(name="mae")],
)

callbacks = [
    keras.callbacks.EarlyStopping(
        monitor="val_mae",
        mode="max",
        patience=6,
        restore_best_weights=True,
        verbose=1,
    ),
    keras.callbacks.CSVLogger(str(OUT / "log.csv")),
]
OUT.mkdir(parents=True, exist_ok=True)

history = model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    batch_size=32,
    epochs=80,
    callbacks=callbacks,
    verbose=2,
)

print("epochs run:", len(history.history["loss"]))
_, mae = model.evaluate(x_test, y_test, verbose=0)
base = np.mean(np.abs(y_test - y_train.mean()))
print(f"test MAE {mae * 100:.0f} per month, mean predictor {base * 100:.0f} per month")
