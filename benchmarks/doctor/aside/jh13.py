# Small classifier with a low-rank dense layer of my own (Keras 3, TensorFlow backend)
import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from tensorflow import keras

SEED = 2
keras.utils.set_random_seed(SEED)


@keras.utils.register_keras_serializable("lowrank")
class LowRankDense(keras.layers.Layer):
    """y = act(x U V + b) with U: (d, r), V: (r, units)"""

    def __init__(self, units, rank, activation=None, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.rank = rank
        self.activation = keras.activations.get(activation)

    def build(self, input_shape):
        d = input_shape[-1]
        glorot = keras.initializers.GlorotUniform
        self.u = tf.Variable(glorot()((d, self.rank)), trainable=True, name="u")
        self.v = tf.Variable(glorot()((self.rank, self.units)), trainable=True, name="v")
        self.b = tf.Variable(tf.zeros((self.units,)), trainable=True, name="b")
        super().build(input_shape)

    def call(self, inputs):
        h = tf.matmul(tf.matmul(inputs, self.u), self.v) + self.b
        return self.activation(h)

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], self.units)

    def get_config(self):
        return {
            **super().get_config(),
            "units": self.units,
            "rank": self.rank,
            "activation": keras.activations.serialize(self.activation),
        }


def data():
    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).astype("float32")
    x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.25, stratify=y, random_state=SEED)
    x_train, x_val, y_train, y_val = train_test_split(
        x_train, y_train, test_size=0.2, stratify=y_train, random_state=SEED)
    return (x_train, y_train), (x_val, y_val), (x_test, y_test)


def build_model():
    return keras.Sequential([
        keras.Input((64,)),
        LowRankDense(64, rank=6, activation="relu"),
        LowRankDense(32, rank=4, activation="relu"),
        keras.layers.Dense(10, activation="softmax"),
    ])


train, val, test = data()
model = build_model()
model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])

stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True)
history = model.fit(*train, validation_data=val, epochs=50, batch_size=32, callbacks=[stop], verbose=0)

for e in range(0, len(history.history["loss"]), 5):
    print(e, {k: round(v[e], 3) for k, v in history.history.items()})
loss, acc = model.evaluate(*test, verbose=0)
print(f"test loss {loss:.3f}, accuracy {acc:.3f}")
