"""Attention pooling over a short sensor window, saved and read back for serving."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import keras
from keras import layers, ops

OUT = "out/ip07"
STEPS, CHANNELS = 24, 3


@keras.saving.register_keras_serializable(package="sensors")
class AttentionPool(layers.Layer):
    """Weighted mean over time; the weights come from a small scoring net."""

    def __init__(self, units, temperature, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.temperature = temperature
        self.hidden = layers.Dense(units, activation="tanh")
        self.score = layers.Dense(1)

    def build(self, input_shape):
        self.hidden.build(input_shape)
        self.score.build((*input_shape[:-1], self.units))
        super().build(input_shape)

    def call(self, x):
        s = self.score(self.hidden(x)) / self.temperature
        a = ops.softmax(s, axis=1)
        return ops.sum(a * x, axis=1)

    def compute_output_shape(self, input_shape):
        return (input_shape[0], input_shape[-1])

    def get_config(self):
        config = super().get_config()
        config.update({"units": self.units})
        return config


def make_windows(n, rng):
    """A bump at a random place; its sign in channel 0 is the class."""
    x = rng.normal(scale=0.3, size=(n, STEPS, CHANNELS))
    y = rng.integers(0, 2, size=n)
    where = rng.integers(2, STEPS - 2, size=n)
    for i in range(n):
        x[i, where[i] - 1 : where[i] + 2, 0] += 1.5 if y[i] else -1.5
        x[i, where[i] - 1 : where[i] + 2, 1] += 2.0
    return x.astype("float32"), y.astype("float32")


def build():
    inp = keras.Input((STEPS, CHANNELS))
    h = layers.Conv1D(16, 3, padding="same", activation="relu")(inp)
    h = AttentionPool(8, temperature=0.5, name="pool")(h)
    out = layers.Dense(1, activation="sigmoid")(h)
    model = keras.Model(inp, out)
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy", metrics=["accuracy"])
    return model


def main():
    os.makedirs(OUT, exist_ok=True)
    keras.utils.set_random_seed(1)
    rng = np.random.default_rng(1)
    x_train, y_train = make_windows(800, rng)
    x_val, y_val = make_windows(200, rng)
    x_test, y_test = make_windows(200, rng)

    path = os.path.join(OUT, "best.keras")
    model = build()
    model.fit(
        x_train,
        y_train,
        validation_data=(x_val, y_val),
        epochs=6,
        batch_size=32,
        verbose=2,
        callbacks=[keras.callbacks.ModelCheckpoint(path, monitor="val_loss", save_best_only=True)],
    )

    # the server only has the file
    served = keras.models.load_model(path)
    loss, acc = served.evaluate(x_test, y_test, verbose=0)
    print(f"test accuracy of the stored model: {acc:.3f}")


if __name__ == "__main__":
    main()
