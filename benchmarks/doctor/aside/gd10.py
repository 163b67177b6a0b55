"""Recognise four hand gestures from a wrist sensor (50 steps of 3 axes), 1D convolution."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

GESTURES = ["wave", "circle", "swipe", "tap"]
STEPS = 50
PER_GESTURE = 200


def one_recording(kind, rng):
    t = np.linspace(0, 1, STEPS)
    phase = rng.uniform(0, 2 * np.pi)
    speed = rng.uniform(0.8, 1.2)
    if kind == "wave":
        axes = [np.sin(2 * np.pi * 4 * speed * t + phase), 0.1 * t, np.zeros(STEPS)]
    elif kind == "circle":
        axes = [np.sin(2 * np.pi * 2 * speed * t + phase), np.cos(2 * np.pi * 2 * speed * t + phase), np.zeros(STEPS)]
    elif kind == "swipe":
        axes = [np.zeros(STEPS), np.tanh(8 * (t - rng.uniform(0.3, 0.7))), np.zeros(STEPS)]
    else:
        axes = [np.zeros(STEPS), np.zeros(STEPS), np.exp(-((t - rng.uniform(0.2, 0.8)) / 0.05) ** 2)]
    return np.stack(axes, axis=1) + rng.normal(0, 0.2, (STEPS, 3))


def collect(per_gesture, rng):
    x, y = [], []
    for label, kind in enumerate(GESTURES):
        for _ in range(per_gesture):
            x.append(one_recording(kind, rng))
            y.append(label)
    return np.array(x, dtype="float32"), np.array(y, dtype="int64")


def build():
    model = keras.Sequential([
        keras.Input((STEPS, 3)),
        layers.Conv1D(16, 5, activation="relu"),
        layers.MaxPooling1D(2),
        layers.Conv1D(32, 5, activation="relu"),
        layers.GlobalMaxPooling1D(),
        layers.Dense(32, activation="relu"),
        layers.Dense(len(GESTURES), activation="softmax"),
    ])
    model.compile(
        optimizer=keras.optimizers.Adam(1e-3),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    return model


keras.utils.set_random_seed(12)
rng = np.random.default_rng(12)
x, y = collect(PER_GESTURE, rng)
print("recordings:", x.shape, "labels:", np.bincount(y))

model = build()
history = model.fit(
    x,
    y,
    batch_size=32,
    epochs=15,
    shuffle=True,
    validation_split=0.25,
    verbose=2,
)

print("train accuracy      %.3f" % history.history["accuracy"][-1])
print("validation accuracy %.3f" % history.history["val_accuracy"][-1])
os.makedirs("out/gd10", exist_ok=True)
model.save("out/gd10/gestures.keras")
