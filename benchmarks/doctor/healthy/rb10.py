import os
import numpy as np
import keras
from keras import layers, ops
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

OUT = "out/rb10"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(4)


@keras.saving.register_keras_serializable(package="digits")
class GatedResidual(layers.Layer):
    def __init__(self, units, dropout=0.1, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.dropout_rate = dropout
        self.hidden = layers.Dense(units, activation="gelu")
        self.gate = layers.Dense(units, activation="sigmoid")
        self.dropout = layers.Dropout(dropout)
        self.norm = layers.LayerNormalization()

    def build(self, input_shape):
        self.hidden.build(input_shape)
        self.gate.build(input_shape)
        self.norm.build(input_shape)
        super().build(input_shape)

    def call(self, x, training=None):
        h = self.dropout(self.hidden(x), training=training)
        return self.norm(x + ops.multiply(self.gate(x), h))

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        config = super().get_config()
        config.update({"units": self.units, "dropout": self.dropout_rate})
        return config


X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32")
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.25, random_state=4, stratify=y)

inputs = keras.Input(shape=(64,))
x = layers.Dense(64)(inputs)
x = GatedResidual(64)(x)
x = GatedResidual(64, dropout=0.2)(x)
outputs = layers.Dense(10, activation="softmax")(x)
model = keras.Model(inputs, outputs)

model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(X_tr, y_tr, epochs=12, batch_size=32, validation_split=0.1, verbose=2)
print("before saving:", model.evaluate(X_te, y_te, verbose=0))

path = os.path.join(OUT, "digits.keras")
model.save(path)
restored = keras.models.load_model(path)
print("after loading:", restored.evaluate(X_te, y_te, verbose=0))
print("same output:", np.allclose(model.predict(X_te[:8], verbose=0), restored.predict(X_te[:8], verbose=0), atol=1e-5))
