"""Which of three patterns hides in a noisy sequence?  GRU with attention pooling."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from tensorflow.keras import Model, layers

SEQ_LEN, CHANNELS = 40, 2


def make_sequences(n, rng):
    t = np.arange(12)
    shapes = np.stack(
        [np.sin(2 * np.pi * t / 12), np.sign(np.sin(2 * np.pi * t / 6)), 1 - t / 6.0]
    )
    labels = rng.integers(0, 3, size=n)
    x = 0.4 * rng.standard_normal((n, SEQ_LEN, CHANNELS))
    for i, k in enumerate(labels):
        start = rng.integers(0, SEQ_LEN - 12)
        x[i, start : start + 12, 0] += 2 * shapes[k]
        x[i, start : start + 12, 1] -= 2 * shapes[k]
    return x.astype("float32"), labels.astype("int32")


def build_model(units=32):
    inp = layers.Input(shape=(SEQ_LEN, CHANNELS))
    h = layers.Conv1D(24, 5, padding="same", activation="relu")(inp)
    h = layers.Bidirectional(layers.GRU(units, return_sequences=True))(h)

    # attention pooling: one score per time step
    score = layers.Dense(1)(layers.Dense(units, activation="tanh")(h))
    weights = tf.nn.softmax(score, axis=1)
    pooled = tf.reduce_sum(weights * h, axis=1)

    z = layers.Dropout(0.2)(pooled)
    out = layers.Dense(3, activation="softmax")(z)
    return Model(inp, out, name="attention_gru")


if __name__ == "__main__":
    tf.keras.utils.set_random_seed(123)
    rng = np.random.default_rng(123)
    x_train, y_train = make_sequences(900, rng)
    x_val, y_val = make_sequences(300, rng)
    x_test, y_test = make_sequences(300, rng)

    model = build_model()
    model.compile(
        optimizer=tf.keras.optimizers.Adam(2e-3),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    model.fit(
        x_train,
        y_train,
        validation_data=(x_val, y_val),
        epochs=8,
        batch_size=64,
        verbose=2,
    )
    print("test:", model.evaluate(x_test, y_test, verbose=0, return_dict=True))
