"""Which waveform is it?  1-D convnet on simulated sensor windows."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
from scipy import signal
from tensorflow import keras
from tensorflow.keras import layers

CLASSES = ["sine", "square", "sawtooth", "noise"]
WINDOW = 64
PER_CLASS = 300


def one_window(kind, rng):
    t = np.linspace(0, 1, WINDOW, endpoint=False)
    f = rng.uniform(2, 5)
    ph = rng.uniform(0, 2 * np.pi)
    arg = 2 * np.pi * f * t + ph
    if kind == "sine":
        w = np.sin(arg)
    elif kind == "square":
        w = signal.square(arg)
    elif kind == "sawtooth":
        w = signal.sawtooth(arg)
    else:
        w = rng.normal(0, 0.7, WINDOW)
    return w + rng.normal(0, 0.15, WINDOW)


def record(per_class, rng):
    """Goes through the recordings of each class, one folder after the other."""
    xs, ys = [], []
    for idx, kind in enumerate(CLASSES):
        for _ in range(per_class):
            xs.append(one_window(kind, rng))
            ys.append(idx)
    x = np.asarray(xs, dtype="float32")[..., None]
    return x, np.asarray(ys, dtype="int32")


def build():
    return keras.Sequential(
        [
            keras.Input((WINDOW, 1)),
            layers.Conv1D(16, 7, activation="relu", padding="same"),
            layers.MaxPooling1D(2),
            layers.Conv1D(32, 5, activation="relu", padding="same"),
            layers.GlobalAveragePooling1D(),
            layers.Dense(32, activation="relu"),
            layers.Dense(len(CLASSES), activation="softmax"),
        ]
    )


keras.utils.set_random_seed(99)
x_train, y_train = record(PER_CLASS, np.random.default_rng(1))
x_test, y_test = record(60, np.random.default_rng(2))
print(x_train.shape, np.bincount(y_train))

model = build()
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
hist = model.fit(
    x_train,
    y_train,
    batch_size=32,
    epochs=20,
    shuffle=True,
    validation_split=0.2,
    verbose=2,
)
print("val accuracy per epoch:", np.round(hist.history["val_accuracy"], 3))

test_loss, test_acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test accuracy {test_acc:.3f}")
pred = model.predict(x_test, verbose=0).argmax(-1)
for idx, kind in enumerate(CLASSES):
    print(f"  {kind:9s} recall {np.mean(pred[y_test == idx] == idx):.2f}")
