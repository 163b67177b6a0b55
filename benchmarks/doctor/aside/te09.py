# Gesture-like time series -> 3 classes, with an own attention pooling layer.
# Train, save to disk, load again and predict on new series.
import os

import numpy as np
import keras
from keras import layers, ops

keras.utils.set_random_seed(8)
rng = np.random.default_rng(8)

STEPS, CLASSES = 60, 3


def make_series(n):
    """Noise with one short bump somewhere; its form (sine, box or saw) is the class."""
    x = rng.normal(0, 0.6, size=(n, STEPS, 1)).astype("float32")
    y = rng.integers(0, CLASSES, size=n)
    t = np.linspace(0, 1, 12)
    shapes = [np.sin(2 * np.pi * t), np.ones(12), 2 * t - 1]
    for i in range(n):
        start = rng.integers(0, STEPS - 12)
        x[i, start:start + 12, 0] += 1.5 * shapes[y[i]]
    return x, y


class AttentionPooling(layers.Layer):
    """Weighted mean over time, the weights come from a small learned score."""

    def __init__(self, units=32, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def build(self, input_shape):
        dim = input_shape[-1]
        self.w = self.add_weight(name="w", shape=(dim, self.units), initializer="glorot_uniform")
        self.v = self.add_weight(name="v", shape=(self.units, 1), initializer="glorot_uniform")

    def call(self, x):
        score = ops.matmul(ops.tanh(ops.matmul(x, self.w)), self.v)
        alpha = ops.softmax(score, axis=1)
        return ops.sum(alpha * x, axis=1)

    def get_config(self):
        config = super().get_config()
        config["units"] = self.units
        return config


def build_model():
    inputs = keras.Input(shape=(STEPS, 1))
    h = layers.Conv1D(32, 7, padding="same", activation="relu")(inputs)
    h = layers.Conv1D(32, 7, padding="same", activation="relu")(h)
    h = AttentionPooling(24)(h)
    outputs = layers.Dense(CLASSES, activation="softmax")(h)
    return keras.Model(inputs, outputs)


x_train, y_train = make_series(1500)
x_val, y_val = make_series(300)
x_test, y_test = make_series(500)

model = build_model()
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(x_train, y_train, validation_data=(x_val, y_val), epochs=8, verbose=2)

os.makedirs("out_gestures", exist_ok=True)
model.save("out_gestures/model.keras")

# ---- later, in the service ----
restored = keras.models.load_model("out_gestures/model.keras")
print("test accuracy of the restored model: %.3f" % restored.evaluate(x_test, y_test, verbose=0)[1])
