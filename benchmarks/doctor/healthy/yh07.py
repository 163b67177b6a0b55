import os
os.environ.setdefault("KERAS_BACKEND", "tensorflow")

import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.model_selection import train_test_split


class DenoisingAutoencoder(keras.Model):
    """Sees a noisy picture, must give back the clean one. The noise is added in the
    training step only; what comes out of call() is always a plain reconstruction."""

    def __init__(self, dim, code=12, noise=0.15, **kwargs):
        super().__init__(**kwargs)
        self.noise = noise
        self.seed_generator = keras.random.SeedGenerator(99)
        self.encoder = keras.Sequential([
            layers.Dense(96, activation="relu"),
            layers.Dense(code),
        ])
        self.decoder = keras.Sequential([
            layers.Dense(96, activation="relu"),
            layers.Dense(dim, activation="sigmoid"),
        ])
        self.loss_tracker = keras.metrics.Mean(name="loss")

    @property
    def metrics(self):
        return [self.loss_tracker]

    def call(self, x, training=None):
        return self.decoder(self.encoder(x, training=training), training=training)

    def _loss(self, clean, rebuilt):
        return ops.mean(ops.sum(ops.square(clean - rebuilt), axis=-1))

    def train_step(self, clean):
        noisy = clean + self.noise * keras.random.normal(ops.shape(clean), seed=self.seed_generator)
        with tf.GradientTape() as tape:
            loss = self._loss(clean, self(noisy, training=True))
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply(grads, self.trainable_variables)
        self.loss_tracker.update_state(loss)
        return {"loss": self.loss_tracker.result()}

    def test_step(self, clean):
        self.loss_tracker.update_state(self._loss(clean, self(clean, training=False)))
        return {"loss": self.loss_tracker.result()}


def main():
    keras.utils.set_random_seed(31)
    x = load_digits().data.astype("float32") / 16.0
    rest, test = train_test_split(x, test_size=300, random_state=1)
    train, valid = train_test_split(rest, test_size=200, random_state=1)

    model = DenoisingAutoencoder(dim=64)
    model.compile(optimizer=keras.optimizers.Adam(3e-3))
    ds = tf.data.Dataset.from_tensor_slices(train).shuffle(len(train), seed=1).batch(64)
    model.fit(
        ds, epochs=60, verbose=0,
        validation_data=tf.data.Dataset.from_tensor_slices(valid).batch(200),
        callbacks=[
            keras.callbacks.LearningRateScheduler(lambda e: 3e-3 * 0.5 ** (e // 20)),
            keras.callbacks.LambdaCallback(on_epoch_end=lambda e, logs: e % 10 == 9 and print(
                f"epoch {e + 1:3d}  train {logs['loss']:.3f}  valid {logs['val_loss']:.3f}")),
        ],
    )

    def error(rebuilt, clean):
        return float(np.mean(np.sum((rebuilt - clean) ** 2, axis=1)))

    pca = PCA(12, random_state=0).fit(train)
    noisy = test + 0.15 * np.random.default_rng(0).standard_normal(test.shape).astype("float32")
    back = lambda a: pca.inverse_transform(pca.transform(a))
    print(f"clean test pictures: autoencoder {error(model.predict(test, verbose=0), test):.3f}, PCA-12 {error(back(test), test):.3f}")
    print(f"noisy test pictures: autoencoder {error(model.predict(noisy, verbose=0), test):.3f}, PCA-12 {error(back(noisy), test):.3f}, untouched {error(noisy, test):.3f}")


if __name__ == "__main__":
    main()
