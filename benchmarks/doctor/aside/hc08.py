"""Classify three kinds of signals; the batches come from a generator since
the real recordings do not fit in memory."""
import math
import os

import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(14)
OUT = "out/hc08"
os.makedirs(OUT, exist_ok=True)

LENGTH, BATCH, EPOCHS = 96, 32, 12
NAMES = ["sine", "square", "chirp"]


def simulate(n, seed):
    rng = np.random.default_rng(seed)
    t = np.linspace(0, 1, LENGTH)
    labels = rng.integers(0, 3, n)
    rows = []
    for lab in labels:
        f, phase = rng.uniform(2, 6), rng.uniform(0, 2 * np.pi)
        if lab == 0:
            s = np.sin(2 * np.pi * f * t + phase)
        elif lab == 1:
            s = np.sign(np.sin(2 * np.pi * f * t + phase))
        else:
            s = np.sin(2 * np.pi * f * t * (1 + t) + phase)
        rows.append(s + rng.normal(0, 0.4, LENGTH))
    return np.stack(rows)[..., None].astype("float32"), labels.astype("int32")


x_train, y_train = simulate(1500, seed=1)
x_val, y_val = simulate(400, seed=2)
x_test, y_test = simulate(400, seed=3)


def batches(x, y, seed):
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(x))
    for start in range(0, len(x), BATCH):
        rows = order[start:start + BATCH]
        yield x[rows], y[rows]


steps = math.ceil(len(x_train) / BATCH)

model = keras.Sequential(
    [
        keras.Input((LENGTH, 1)),
        layers.Conv1D(16, 7, activation="relu"),
        layers.MaxPooling1D(2),
        layers.Conv1D(32, 5, activation="relu"),
        layers.MaxPooling1D(2),
        layers.Conv1D(32, 3, activation="relu"),
        layers.GlobalAveragePooling1D(),
        layers.Dense(3, activation="softmax"),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
history = model.fit(
    batches(x_train, y_train, seed=14),
    steps_per_epoch=steps,
    epochs=EPOCHS,
    validation_data=(x_val, y_val),
    verbose=2,
)

pred = model.predict(x_test, verbose=0).argmax(-1)
print("test accuracy:", (pred == y_test).mean())
for k, name in enumerate(NAMES):
    print(f"  {name:7s} {(pred[y_test == k] == k).mean():.3f}")
