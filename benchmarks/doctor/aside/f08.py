"""Denoising autoencoder for small synthetic drawings, own train_step."""
import os

os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
import numpy as np
import tensorflow as tf
from keras import layers

SIZE = 20
NOISE = 0.4


def draw(n, rng):
    """Discs and rectangles on a black canvas."""
    yy, xx = np.mgrid[0:SIZE, 0:SIZE]
    images = np.zeros((n, SIZE, SIZE, 1), "float32")
    for i in range(n):
        cx, cy = rng.uniform(5, SIZE - 5, size=2)
        if rng.random() < 0.5:
            r = rng.uniform(3, 5)
            shape = (xx - cx) ** 2 + (yy - cy) ** 2 < r * r
        else:
            a, b = rng.uniform(2, 5, size=2)
            shape = (abs(xx - cx) < a) & (abs(yy - cy) < b)
        images[i, shape, 0] = rng.uniform(0.6, 1.0)
    return images


class Denoiser(keras.Model):
    def __init__(self, noise, **kwargs):
        super().__init__(**kwargs)
        self.noise = noise
        self.encoder = keras.Sequential(
            [
                layers.Conv2D(12, 3, strides=2, padding="same", activation="relu"),
                layers.Conv2D(24, 3, padding="same", activation="relu"),
            ]
        )
        self.decoder = keras.Sequential(
            [
                layers.Conv2DTranspose(12, 3, strides=2, padding="same", activation="relu"),
                layers.Conv2D(1, 3, padding="same", activation="sigmoid"),
            ]
        )
        self.seed = keras.random.SeedGenerator(1)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.mse = keras.losses.MeanSquaredError()

    @property
    def metrics(self):
        return [self.loss_tracker]

    def call(self, x, training=False):
        return self.decoder(self.encoder(x, training=training), training=training)

    def corrupt(self, x):
        return x + self.noise * keras.random.normal(tf.shape(x), seed=self.seed)

    def train_step(self, data):
        noisy = self.corrupt(data)
        with tf.GradientTape() as tape:
            restored = self(noisy, training=True)
        loss = self.mse(data, restored)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        self.loss_tracker.update_state(loss)
        return {"loss": self.loss_tracker.result()}

    def test_step(self, data):
        loss = self.mse(data, self(self.corrupt(data), training=False))
        self.loss_tracker.update_state(loss)
        return {"loss": self.loss_tracker.result()}


def psnr(a, b):
    return float(10 * np.log10(1.0 / np.mean((a - b) ** 2)))


def main():
    keras.utils.set_random_seed(9)
    rng = np.random.default_rng(9)
    train, test = draw(800, rng), draw(200, rng)

    train_ds = tf.data.Dataset.from_tensor_slices(train).shuffle(800).batch(32).prefetch(1)
    test_ds = tf.data.Dataset.from_tensor_slices(test).batch(100)

    model = Denoiser(NOISE)
    model.compile(optimizer=keras.optimizers.Adam(2e-3))
    model.fit(train_ds, validation_data=test_ds, epochs=10, verbose=2)

    noisy = test + rng.normal(scale=NOISE, size=test.shape).astype("float32")
    print(f"PSNR noisy    {psnr(test, noisy):.2f} dB")
    print(f"PSNR restored {psnr(test, model.predict(noisy, verbose=0)):.2f} dB")


if __name__ == "__main__":
    main()
