import os

import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import make_regression
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(0)
os.makedirs("out/hc03", exist_ok=True)


class PriceNet(keras.Model):
    """MLP for a table; the step is written out since we want to log the gradient norm."""

    def __init__(self, width=64, **kw):
        super().__init__(**kw)
        self.hidden1 = keras.layers.Dense(width, activation="relu")
        self.hidden2 = keras.layers.Dense(width, activation="relu")
        self.head = keras.layers.Dense(1)
        self.loss_mean = keras.metrics.Mean(name="loss")
        self.norm_mean = keras.metrics.Mean(name="grad_norm")

    def call(self, x):
        return self.head(self.hidden2(self.hidden1(x)))

    @property
    def metrics(self):
        return [self.loss_mean, self.norm_mean]

    def _mse(self, y, y_pred):
        return tf.reduce_mean(tf.square(y - y_pred))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self._mse(y, y_pred)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.loss_mean.update_state(loss)
        self.norm_mean.update_state(tf.linalg.global_norm(grads))
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y = data
        self.loss_mean.update_state(self._mse(y, self(x, training=False)))
        return {"loss": self.loss_mean.result()}


X, y = make_regression(n_samples=3000, n_features=12, n_informative=8, noise=5.0, random_state=0)
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.2, random_state=0)
X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, random_state=0)

xs = StandardScaler().fit(X_tr)
m, s = y_tr.mean(), y_tr.std()


def to_ds(X, y, train=False):
    ds = tf.data.Dataset.from_tensor_slices(
        (xs.transform(X).astype("float32"), ((y - m) / s).astype("float32"))
    )
    if train:
        ds = ds.shuffle(len(X), seed=0)
    return ds.batch(64).prefetch(tf.data.AUTOTUNE)


model = PriceNet()
model.compile(optimizer=keras.optimizers.Adam(1e-3))
model.fit(to_ds(X_tr, y_tr, train=True), validation_data=to_ds(X_va, y_va), epochs=20, verbose=2)

pred = model.predict(xs.transform(X_te).astype("float32"), verbose=0)[:, 0] * s + m
r2 = 1 - np.mean((pred - y_te) ** 2) / np.var(y_te)
print(f"test R2: {r2:.3f}")
