import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import argparse

import numpy as np
import tensorflow as tf
from sklearn.model_selection import train_test_split
from tensorflow import keras


class Linear(keras.layers.Layer):
    """y = act(x W + b), written out by hand so we can put things on it later."""

    def __init__(self, units, input_dim, activation=None, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.input_dim = input_dim
        self.activation = keras.activations.get(activation)
        limit = float(np.sqrt(6.0 / (input_dim + units)))
        self.w = tf.Variable(
            initial_value=tf.random.uniform((input_dim, units), -limit, limit),
            trainable=True,
            name="w",
        )
        self.b = tf.Variable(initial_value=tf.zeros((units,)), trainable=True, name="b")

    def call(self, inputs):
        return self.activation(tf.matmul(inputs, self.w) + self.b)

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], self.units)


def spirals(n, rng, turns=1.5):
    """Two interleaved spirals, label 0 / 1."""
    t = np.sqrt(rng.uniform(0.02, 1.0, n)) * turns * 2 * np.pi
    y = rng.integers(0, 2, n)
    phase = np.where(y == 1, np.pi, 0.0)
    x = np.stack([t * np.cos(t + phase), t * np.sin(t + phase)], axis=1)
    x = x / (turns * 2 * np.pi) + rng.normal(0, 0.01, (n, 2))
    return x.astype("float32"), y.astype("float32")


def build(width):
    inputs = keras.Input((2,))
    h = Linear(width, 2, activation="relu", name="lin1")(inputs)
    h = Linear(width, width, activation="relu", name="lin2")(h)
    h = Linear(width, width, activation="relu", name="lin3")(h)
    out = keras.layers.Dense(1, activation="sigmoid", name="head")(h)
    return keras.Model(inputs, out)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--rows", type=int, default=3000)
    ap.add_argument("--width", type=int, default=32)
    ap.add_argument("--epochs", type=int, default=40)
    ap.add_argument("--lr", type=float, default=5e-3)
    args = ap.parse_args()

    keras.utils.set_random_seed(3)
    x, y = spirals(args.rows, np.random.default_rng(3))
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.25, random_state=3)
    x_tr, x_va, y_tr, y_va = train_test_split(x_tr, y_tr, test_size=0.2, random_state=3)

    model = build(args.width)
    model.compile(
        optimizer=keras.optimizers.Adam(args.lr),
        loss=keras.losses.BinaryCrossentropy(),
        metrics=[keras.metrics.BinaryAccuracy(name="acc")],
    )
    model.fit(
        x_tr,
        y_tr,
        validation_data=(x_va, y_va),
        batch_size=64,
        epochs=args.epochs,
        verbose=2,
    )
    res = model.evaluate(x_te, y_te, verbose=0, return_dict=True)
    print("test:", {k: round(float(v), 4) for k, v in res.items()})


if __name__ == "__main__":
    main()
