"""A little transformer for sensor signals: own layers, own loss, saved and read back."""
import math
import os

import numpy as np
import keras
from keras import layers, ops

OUT = "out/in09"
CLASSES = ("slow", "fast", "chirp", "pulses")
LENGTH, PATCH = 96, 6


@keras.saving.register_keras_serializable(package="in09")
class Positions(layers.Layer):
    """Adds a learned vector for every place in the sequence."""

    def build(self, input_shape):
        self.table = self.add_weight(
            name="table", shape=(input_shape[1], input_shape[2]),
            initializer=keras.initializers.RandomNormal(stddev=0.02), trainable=True)

    def call(self, x):
        return x + self.table


@keras.saving.register_keras_serializable(package="in09")
class Block(layers.Layer):
    def __init__(self, width, heads, dropout=0.1, **kwargs):
        super().__init__(**kwargs)
        self.width, self.heads, self.rate = width, heads, dropout
        self.norm1 = layers.LayerNormalization(epsilon=1e-6)
        self.norm2 = layers.LayerNormalization(epsilon=1e-6)
        self.attend = layers.MultiHeadAttention(heads, key_dim=width // heads, dropout=dropout)
        self.up = layers.Dense(2 * width, activation="gelu")
        self.down = layers.Dense(width)
        self.drop = layers.Dropout(dropout)

    def build(self, input_shape):
        self.norm1.build(input_shape)
        self.attend.build(input_shape, input_shape)
        self.norm2.build(input_shape)
        self.up.build(input_shape)
        self.down.build(tuple(input_shape[:-1]) + (2 * self.width,))

    def call(self, x, training=None):
        h = self.norm1(x)
        x = x + self.drop(self.attend(h, h, training=training), training=training)
        return x + self.drop(self.down(self.up(self.norm2(x))), training=training)

    def get_config(self):
        return {**super().get_config(), "width": self.width, "heads": self.heads, "dropout": self.rate}


@keras.saving.register_keras_serializable(package="in09")
class SmoothedCrossEntropy(keras.losses.Loss):
    """Integer labels, logits, a little mass for the other classes."""

    def __init__(self, smoothing=0.05, name="smoothed", **kwargs):
        super().__init__(name=name, **kwargs)
        self.smoothing = smoothing

    def call(self, y_true, y_pred):
        k = ops.shape(y_pred)[-1]
        wanted = ops.one_hot(ops.cast(ops.reshape(y_true, (-1,)), "int32"), k)
        wanted = wanted * (1.0 - self.smoothing) + self.smoothing / k
        return -ops.sum(wanted * ops.log_softmax(y_pred, axis=-1), axis=-1)

    def get_config(self):
        return {**super().get_config(), "smoothing": self.smoothing}


def signals(n, seed):
    rng = np.random.default_rng(seed)
    t = np.linspace(0, 1, LENGTH)
    y = rng.integers(0, len(CLASSES), n)
    x = np.empty((n, LENGTH), "float32")
    for i, k in enumerate(y):
        phase = rng.uniform(0, 2 * np.pi)
        if k == 0:
            s = np.sin(2 * np.pi * rng.uniform(2, 4) * t + phase)
        elif k == 1:
            s = np.sin(2 * np.pi * rng.uniform(9, 13) * t + phase)
        elif k == 2:
            s = np.sin(2 * np.pi * (2 * t + 5 * t ** 2) + phase)
        else:
            s = (np.sin(2 * np.pi * rng.uniform(4, 6) * t + phase) > 0.8) * 2.0
        x[i] = s + rng.normal(0, 0.3, LENGTH)
    return x[..., None], y.astype("int64")


def build():
    inputs = keras.Input((LENGTH, 1))
    h = layers.Conv1D(32, PATCH, strides=PATCH)(inputs)
    h = Positions()(h)
    for _ in range(2):
        h = Block(32, heads=4)(h)
    h = layers.LayerNormalization(epsilon=1e-6)(h)
    h = layers.GlobalAveragePooling1D()(h)
    return keras.Model(inputs, layers.Dense(len(CLASSES))(h))


if __name__ == "__main__":
    os.makedirs(OUT, exist_ok=True)
    keras.utils.set_random_seed(9)
    train, val, test = signals(1600, 1), signals(400, 2), signals(400, 3)
    batch, epochs = 64, 25
    total = math.ceil(len(train[0]) / batch) * epochs
    warmup = total // 10
    schedule = keras.optimizers.schedules.CosineDecay(
        0.0, decay_steps=total - warmup, warmup_target=2e-3, warmup_steps=warmup)

    model = build()
    model.compile(keras.optimizers.AdamW(schedule, weight_decay=1e-3, clipnorm=1.0),
                  loss=SmoothedCrossEntropy(), metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")])
    path = os.path.join(OUT, "signals.keras")
    model.fit(*train, validation_data=val, batch_size=batch, epochs=epochs, verbose=2,
              callbacks=[keras.callbacks.ModelCheckpoint(path, monitor="val_acc", mode="max", save_best_only=True)])

    again = keras.saving.load_model(path)
    print("test", again.evaluate(*test, batch_size=200, verbose=0, return_dict=True))
