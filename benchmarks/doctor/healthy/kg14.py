"""Temperature map: regression from coordinates with random Fourier features.

train()  fits the network and writes map.keras
serve()  reads map.keras and answers queries
"""
import os
import tempfile

import keras
import numpy as np
from keras import layers, ops

keras.utils.set_random_seed(21)


@keras.saving.register_keras_serializable("maps")
class FourierFeatures(layers.Layer):
    """cos(xW + b) with fixed random W and b (Rahimi & Recht)."""

    def __init__(self, features=128, scale=4.0, **kwargs):
        super().__init__(**kwargs)
        self.features = features
        self.scale = scale

    def build(self, input_shape):
        self.w = self.add_weight(
            shape=(input_shape[-1], self.features),
            initializer=keras.initializers.RandomNormal(0.0, self.scale),
            trainable=False,
            name="w",
        )
        self.b = self.add_weight(
            shape=(self.features,),
            initializer=keras.initializers.RandomUniform(0.0, 2 * np.pi),
            trainable=False,
            name="b",
        )

    def call(self, inputs):
        return ops.cos(ops.matmul(inputs, self.w) + self.b)

    def get_config(self):
        return {**super().get_config(), "features": self.features, "scale": self.scale}


def temperature(n, seed):
    r = np.random.default_rng(seed)
    xy = r.uniform(-1, 1, (n, 2)).astype("float32")
    t = 12 + 5 * np.sin(4 * xy[:, 0]) * np.cos(3 * xy[:, 1]) + 2 * np.sin(7 * xy[:, 1])
    return xy, (t + r.normal(0, 0.2, n)).astype("float32")[:, None]


def train(path):
    x, y = temperature(3000, 0)
    xv, yv = temperature(500, 1)
    inputs = keras.Input((2,))
    h = FourierFeatures()(inputs)
    h = layers.Dense(64, activation="relu")(h)
    model = keras.Model(inputs, layers.Dense(1)(h))
    model.compile(keras.optimizers.Adam(3e-3), loss="mse", metrics=["mae"])
    model.fit(x, y, validation_data=(xv, yv), batch_size=64, epochs=15, verbose=2)
    model.save(path)


def serve(path):
    model = keras.models.load_model(path)
    x, y = temperature(1000, 2)
    answer = model.predict(x, verbose=0)
    print("served map, mean absolute error: %.2f degrees" % np.abs(answer - y).mean())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "map.keras")
        train(file)
        serve(file)
