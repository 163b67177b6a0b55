"""Denoising autoencoder for 8x8 digits: own train_step / test_step, no labels."""
import os

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits

os.makedirs("out/hc10", exist_ok=True)
keras.utils.set_random_seed(10)


class Denoiser(keras.Model):
    def __init__(self, sigma=0.3, code=24, **kwargs):
        super().__init__(**kwargs)
        self.sigma = sigma
        self.encoder = keras.Sequential(
            [layers.Dense(128, activation="relu"), layers.Dense(code)]
        )
        self.decoder = keras.Sequential(
            [layers.Dense(128, activation="relu"), layers.Dense(64, activation="sigmoid")]
        )
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.seed_gen = keras.random.SeedGenerator(10)

    def call(self, x):
        return self.decoder(self.encoder(x))

    @property
    def metrics(self):
        # listed here, so that fit and evaluate reset it at each epoch
        return [self.loss_tracker]

    def corrupt(self, x, seed):
        return x + self.sigma * keras.random.normal(tf.shape(x), seed=seed)

    def error(self, clean, restored):
        return tf.reduce_mean(tf.square(clean - restored))

    def train_step(self, clean):
        noisy = self.corrupt(clean, self.seed_gen)
        with tf.GradientTape() as tape:
            loss = self.error(clean, self(noisy, training=True))
        variables = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        self.loss_tracker.update_state(loss, sample_weight=tf.shape(clean)[0])
        return {"loss": self.loss_tracker.result()}

    def test_step(self, data):
        noisy, clean = data
        loss = self.error(clean, self(noisy, training=False))
        self.loss_tracker.update_state(loss, sample_weight=tf.shape(clean)[0])
        return {"loss": self.loss_tracker.result()}


rows = (load_digits().data / 16.0).astype("float32")
rng = np.random.default_rng(10)
rows = rows[rng.permutation(len(rows))]
train, val, test = np.split(rows, [1200, 1500])

model = Denoiser()


def noisy_pairs(clean, seed):
    """Fixed noise, so that the numbers of the epochs can be compared."""
    noise = np.random.default_rng(seed).normal(0, model.sigma, clean.shape)
    return tf.data.Dataset.from_tensor_slices(
        ((clean + noise).astype("float32"), clean)
    ).batch(128)


train_ds = tf.data.Dataset.from_tensor_slices(train).shuffle(len(train), seed=10).batch(64)

model.compile(optimizer=keras.optimizers.Adam(2e-3))
model.fit(
    train_ds,
    validation_data=noisy_pairs(val, 1),
    epochs=40,
    callbacks=[
        keras.callbacks.EarlyStopping(
            monitor="val_loss", mode="min", patience=5, restore_best_weights=True
        )
    ],
    verbose=2,
)

test_ds = noisy_pairs(test, 2)
noisy = np.concatenate([n.numpy() for n, _ in test_ds])
restored = model.predict(noisy, verbose=0)
print("mean squared error, untouched:", float(np.mean((noisy - test) ** 2)))
print("mean squared error, restored :", float(np.mean((restored - test) ** 2)))
model.save_weights("out/hc10/denoiser.weights.h5")
