# Pump failures from vibration sequences; train, save, load for serving
import os
import tempfile
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(4)
rng = np.random.default_rng(4)
N, T, C = 800, 30, 3
X = rng.normal(size=(N, T, C)).astype("float32")
y = rng.integers(0, 2, N)
for i in np.flatnonzero(y):
    s = rng.integers(0, T - 6)
    X[i, s:s + 6, 1] += 2.0


class AttentionPool(layers.Layer):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.hidden = layers.Dense(units, activation="tanh")
        self.score = layers.Dense(1)

    def build(self, shape):
        self.hidden.build(shape)
        self.score.build((*shape[:-1], self.units))
        super().build(shape)

    def call(self, x):
        w = tf.nn.softmax(self.score(self.hidden(x)), axis=1)
        return tf.reduce_sum(w * x, axis=1)


inp = keras.Input((T, C))
h = layers.Conv1D(24, 5, padding="same", activation="relu")(inp)
h = layers.Conv1D(24, 5, padding="same", activation="relu")(h)
h = AttentionPool(16)(h)
out = layers.Dense(1, activation="sigmoid")(h)
model = keras.Model(inp, out)
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="binary_crossentropy", metrics=["accuracy"])
model.fit(X[:600], y[:600], validation_data=(X[600:], y[600:]), epochs=10, batch_size=32, verbose=2)

path = os.path.join(tempfile.mkdtemp(), "pumps.keras")
model.save(path)
print("saved to", path)

served = keras.models.load_model(path)
print("accuracy after loading:", served.evaluate(X[600:], y[600:], verbose=0)[1])
