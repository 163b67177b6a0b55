"""Which state is the pump in?  A 1-D convolution over windows of its vibration sensor."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

STATES = ["normal", "loose bearing", "cavitation", "blocked"]
WINDOW = 64
PER_STATE = 300


def record(state, n, rng):
    """n windows of one state, as they come out of the recorder's file for it."""
    t = np.arange(WINDOW)[None, :]
    phase = rng.uniform(0, 2 * np.pi, (n, 1))
    base = np.sin(2 * np.pi * t / 16 + phase)
    if state == "loose bearing":
        base += 0.8 * np.sin(2 * np.pi * t / 5 + 2 * phase)
    elif state == "cavitation":
        base += rng.normal(0, 0.9, (n, WINDOW))
    elif state == "blocked":
        base *= 0.3
    return (base + rng.normal(0, 0.15, (n, WINDOW))).astype("float32")


def load_all():
    rng = np.random.default_rng(99)
    xs, ys = [], []
    for number, state in enumerate(STATES):
        x = record(state, PER_STATE, rng)
        xs.append(x)
        ys.append(np.full(len(x), number))
    return np.concatenate(xs)[..., None], np.concatenate(ys)


def build():
    inputs = keras.Input((WINDOW, 1))
    x = layers.Conv1D(16, 7, activation="relu")(inputs)
    x = layers.MaxPooling1D(2)(x)
    x = layers.Conv1D(32, 5, activation="relu")(x)
    x = layers.GlobalMaxPooling1D()(x)
    outputs = layers.Dense(len(STATES), activation="softmax")(x)
    return keras.Model(inputs, outputs)


keras.utils.set_random_seed(99)
x, y = load_all()
print("windows:", x.shape, "of each state:", np.bincount(y))

model = build()
model.compile(keras.optimizers.Adam(2e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
history = model.fit(x, y, batch_size=32, epochs=10, shuffle=True, validation_split=0.25, verbose=2)

print(f"accuracy {history.history['accuracy'][-1]:.3f}, "
      f"validation accuracy {history.history['val_accuracy'][-1]:.3f}")
