"""Mixup in a train_step of one's own: the loss is taken twice, against both labels of the mixed image."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits


class Mixup(keras.Model):
    concentration = 0.3

    def train_step(self, data):
        x, y = data
        n = tf.shape(x)[0]
        g1 = tf.random.gamma((n,), self.concentration) + 1e-8
        g2 = tf.random.gamma((n,), self.concentration) + 1e-8
        lam = g1 / (g1 + g2)  # Beta distributed
        order = tf.random.shuffle(tf.range(n))
        w = lam[:, None, None, None]
        mixed, other = w * x + (1 - w) * tf.gather(x, order), tf.gather(y, order)
        with tf.GradientTape() as tape:
            logits = self(mixed, training=True)
            ce = lambda t: keras.losses.sparse_categorical_crossentropy(t, logits, from_logits=True)
            loss = tf.reduce_mean(lam * ce(y) + (1 - lam) * ce(other))
        self.optimizer.apply(tape.gradient(loss, self.trainable_variables), self.trainable_variables)
        heavier = tf.where(lam >= 0.5, y, other)  # accuracy while training is a rough guide, against the label with more weight
        for m in self.metrics:
            if m.name == "loss":
                m.update_state(loss)
            else:
                m.update_state(heavier, logits)
        return self.get_metrics_result()


def build():
    i = keras.Input((8, 8, 1))
    h = i
    for width in (32, 64):
        h = keras.layers.SeparableConv2D(width, 3, padding="same")(h)
        h = keras.layers.LayerNormalization()(h)
        h = keras.layers.Activation("gelu")(h)
        h = keras.layers.MaxPooling2D()(h)
    h = keras.layers.Flatten()(h)
    return Mixup(i, keras.layers.Dense(10)(h))


def main():
    keras.utils.set_random_seed(5)
    d = load_digits()
    order = np.random.default_rng(5).permutation(len(d.target))
    x, y = (d.images[order] / 16.0)[..., None].astype("float32"), d.target[order].astype("int32")
    train, val, test = slice(0, 1100), slice(1100, 1400), slice(1400, None)
    model = build()
    model.compile(
        optimizer=keras.optimizers.AdamW(4e-3, weight_decay=1e-3),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    model.fit(x[train], y[train], batch_size=50, epochs=20, verbose=2, validation_data=(x[val], y[val]), validation_freq=5)
    res = model.evaluate(x[test], y[test], batch_size=400, verbose=0, return_dict=True)
    print("test accuracy:", round(res["accuracy"], 4))


main()
