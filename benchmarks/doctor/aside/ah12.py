import os

os.environ.setdefault("KERAS_BACKEND", "tensorflow")

import keras
import numpy as np
from keras import layers, ops

keras.utils.set_random_seed(21)
OUT = "out/ah12"
os.makedirs(OUT, exist_ok=True)


@keras.saving.register_keras_serializable(package="pooling")
class AttentionPool(layers.Layer):
    """Weighted mean over the time axis, weights learned by a small scorer."""

    def __init__(self, units):
        super().__init__()
        self.units = units

    def build(self, input_shape):
        self.w = self.add_weight(shape=(input_shape[-1], self.units), initializer="glorot_uniform", name="w")
        self.v = self.add_weight(shape=(self.units, 1), initializer="glorot_uniform", name="v")

    def call(self, x):
        score = ops.matmul(ops.tanh(ops.matmul(x, self.w)), self.v)
        alpha = ops.softmax(score, axis=1)
        return ops.sum(alpha * x, axis=1)

    def get_config(self):
        config = super().get_config()
        config.update({"units": self.units})
        return config


def make_data(n, steps=25, seed=0):
    """Is there a high spike (value 3) anywhere in the series?"""
    rng = np.random.default_rng(seed)
    x = rng.normal(0, 0.5, (n, steps, 1)).astype("float32")
    y = rng.integers(0, 2, n)
    where = rng.integers(0, steps, n)
    x[np.arange(n), where, 0] += 3.0 * y
    return x, y.astype("float32")


def build_model(steps=25):
    inputs = keras.Input((steps, 1))
    h = layers.Conv1D(16, 3, padding="same", activation="relu")(inputs)
    h = AttentionPool(16)(h)
    h = layers.Dense(16, activation="relu")(h)
    outputs = layers.Dense(1, activation="sigmoid")(h)
    model = keras.Model(inputs, outputs)
    model.compile(keras.optimizers.Adam(1e-2), loss="binary_crossentropy", metrics=["accuracy"])
    return model


if __name__ == "__main__":
    x, y = make_data(800, seed=1)
    xv, yv = make_data(200, seed=2)
    model = build_model()
    path = os.path.join(OUT, "best.keras")
    ckpt = keras.callbacks.ModelCheckpoint(path, monitor="val_loss", save_best_only=True)
    model.fit(x, y, validation_data=(xv, yv), epochs=8, batch_size=32, verbose=2, callbacks=[ckpt])

    best = keras.models.load_model(path)
    xt, yt = make_data(400, seed=3)
    loss, acc = best.evaluate(xt, yt, verbose=0)
    print(f"best checkpoint on fresh data: loss {loss:.4f}, accuracy {acc:.4f}")
