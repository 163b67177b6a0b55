"""Wine classifier with a gated layer of my own; train, save, load in the 'serving' part."""
import os

import keras
import numpy as np
from keras import layers, ops
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

OUT = "out/ce08"


@keras.saving.register_keras_serializable(package="wine")
class GatedDense(layers.Layer):
    """Dense layer whose output is multiplied by a learned gate."""

    def __init__(self, units, dropout=0.1, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.dropout = dropout
        self.value = layers.Dense(units)
        self.gate = layers.Dense(units, activation="sigmoid")
        self.drop = layers.Dropout(dropout)

    def build(self, input_shape):
        self.value.build(input_shape)
        self.gate.build(input_shape)
        self.built = True

    def call(self, x, training=None):
        h = ops.multiply(self.value(x), self.gate(x))
        return self.drop(h, training=training)

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], self.units)

    def get_config(self):
        config = super().get_config()
        config["dropout"] = self.dropout
        return config


def train_and_save(path):
    x, y = load_wine(return_X_y=True)
    x = x.astype("float32")
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.25, stratify=y, random_state=1)

    norm = layers.Normalization()
    norm.adapt(x_tr)

    inputs = keras.Input((x.shape[1],))
    h = norm(inputs)
    h = GatedDense(24, name="gated_1")(h)
    h = GatedDense(12, name="gated_2")(h)
    outputs = layers.Dense(3, activation="softmax")(h)
    model = keras.Model(inputs, outputs)
    model.compile(keras.optimizers.Adam(5e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(x_tr, y_tr, epochs=20, batch_size=16, verbose=0)
    print("after training:", model.evaluate(x_te, y_te, verbose=0))
    model.save(path)
    return x_te, model.predict(x_te, verbose=0)


def serve(path, x):
    model = keras.models.load_model(path)
    return model.predict(x, verbose=0)


if __name__ == "__main__":
    keras.utils.set_random_seed(1)
    os.makedirs(OUT, exist_ok=True)
    path = os.path.join(OUT, "wine.keras")
    x_te, before = train_and_save(path)
    after = serve(path, x_te)
    print("largest difference after loading:", np.abs(before - after).max())
