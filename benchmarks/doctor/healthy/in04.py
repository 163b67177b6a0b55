"""Variational autoencoder for short waves, with its own train_step and test_step."""
import numpy as np
import tensorflow as tf
import keras
from keras import layers, ops

keras.utils.set_random_seed(21)
LENGTH, LATENT = 32, 3


def waves(n, rng):
    t = np.linspace(0, 1, LENGTH)
    amp = rng.uniform(0.6, 1.4, (n, 1))
    phase = rng.uniform(-1, 1, (n, 1))
    freq = rng.uniform(0.8, 1.6, (n, 1))
    return (amp * np.sin(2 * np.pi * freq * t + phase) + rng.normal(0, 0.05, (n, LENGTH))).astype("float32")


class WaveVAE(keras.Model):
    def __init__(self, latent, beta, **kwargs):
        super().__init__(**kwargs)
        self.beta = beta
        self.encoder = keras.Sequential([layers.Dense(64, activation="gelu"), layers.Dense(64, activation="gelu")])
        self.to_mean = layers.Dense(latent)
        self.to_log_var = layers.Dense(latent)
        self.decoder = keras.Sequential([
            layers.Dense(64, activation="gelu"), layers.Dense(64, activation="gelu"), layers.Dense(LENGTH)])
        self.seeds = keras.random.SeedGenerator(5)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.recon_tracker = keras.metrics.Mean(name="recon")
        self.kl_tracker = keras.metrics.Mean(name="kl")

    @property
    def metrics(self):
        return [self.loss_tracker, self.recon_tracker, self.kl_tracker]

    def encode(self, x):
        h = self.encoder(x)
        return self.to_mean(h), self.to_log_var(h)

    def call(self, x, training=False):
        mean, _ = self.encode(x)
        return self.decoder(mean)

    def losses_for(self, x, sample):
        mean, log_var = self.encode(x)
        z = mean
        if sample:
            z = mean + ops.exp(0.5 * log_var) * keras.random.normal(ops.shape(mean), seed=self.seeds)
        recon = ops.mean(ops.sum(ops.square(x - self.decoder(z)), axis=-1))
        kl = -0.5 * ops.mean(ops.sum(1 + log_var - ops.square(mean) - ops.exp(log_var), axis=-1))
        return recon + self.beta * kl, recon, kl

    def track(self, x, total, recon, kl):
        n = ops.shape(x)[0]
        self.loss_tracker.update_state(total, sample_weight=n)
        self.recon_tracker.update_state(recon, sample_weight=n)
        self.kl_tracker.update_state(kl, sample_weight=n)
        return {m.name: m.result() for m in self.metrics}

    def train_step(self, x):
        with tf.GradientTape() as tape:
            total, recon, kl = self.losses_for(x, sample=True)
        grads = tape.gradient(total, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return self.track(x, total, recon, kl)

    def test_step(self, x):
        return self.track(x, *self.losses_for(x, sample=False))


rng = np.random.default_rng(21)
train, val, test = waves(3000, rng), waves(500, rng), waves(500, rng)


def batches(x, shuffle):
    ds = tf.data.Dataset.from_tensor_slices(x)
    return (ds.shuffle(len(x), seed=1) if shuffle else ds).batch(100).prefetch(tf.data.AUTOTUNE)


vae = WaveVAE(LATENT, beta=0.02)
vae.compile(optimizer=keras.optimizers.Adam(2e-3))
vae.fit(batches(train, True), validation_data=batches(val, False), epochs=40, verbose=2,
        callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", mode="min", patience=8, restore_best_weights=True)])

print("test", {k: round(float(v), 4) for k, v in vae.evaluate(batches(test, False), verbose=0, return_dict=True).items()})
flat = float(np.mean(np.sum((test - train.mean(0)) ** 2, axis=1)))
print("error of the mean wave", round(flat, 3))
