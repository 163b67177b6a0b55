import os

import keras
import numpy as np
from keras import layers, ops
import tensorflow as tf
from sklearn.datasets import load_digits

# Variational autoencoder, 8x8 digits.  The pixels are probabilities in [0, 1].
keras.utils.set_random_seed(5)
os.makedirs("out/mb02", exist_ok=True)
LATENT = 8


def build_encoder():
    i = keras.Input((64,))
    h = layers.Dense(128, activation="relu")(i)
    return keras.Model(i, [layers.Dense(LATENT)(h), layers.Dense(LATENT)(h)], name="enc")


def build_decoder():
    i = keras.Input((LATENT,))
    h = layers.Dense(128, activation="relu")(i)
    return keras.Model(i, layers.Dense(64)(h), name="dec")  # logits


def bernoulli_nll(x, logits):
    """Sum over the pixels, one number a row."""
    return ops.sum(ops.softplus(logits) - x * logits, axis=-1)


class VAE(keras.Model):
    def __init__(self, **kw):
        super().__init__(**kw)
        self.enc, self.dec = build_encoder(), build_decoder()
        self.seeds = keras.random.SeedGenerator(99)
        self.m_total = keras.metrics.Mean(name="loss")
        self.m_rec = keras.metrics.Mean(name="rec")
        self.m_kl = keras.metrics.Mean(name="kl")

    @property
    def metrics(self):
        return [self.m_total, self.m_rec, self.m_kl]

    def call(self, x, training=None):
        mu, logvar = self.enc(x, training=training)
        eps = keras.random.normal(ops.shape(mu), seed=self.seeds)
        z = mu + ops.exp(0.5 * logvar) * eps
        return self.dec(z, training=training), mu, logvar

    def _terms(self, x, training):
        logits, mu, logvar = self(x, training=training)
        rec = bernoulli_nll(x, logits)
        kl = -0.5 * ops.sum(1.0 + logvar - ops.square(mu) - ops.exp(logvar), axis=-1)
        return rec, kl

    def _track(self, rec, kl):
        # per-row values, so that a short last batch has its own weight
        self.m_total.update_state(rec + kl)
        self.m_rec.update_state(rec)
        self.m_kl.update_state(kl)
        return {m.name: m.result() for m in self.metrics}

    def train_step(self, data):
        x = data[0] if isinstance(data, tuple) else data
        with tf.GradientTape() as tape:
            rec, kl = self._terms(x, training=True)
            loss = ops.mean(rec + kl)
        grads = tape.gradient(loss, self.trainable_weights)
        self.optimizer.apply(grads, self.trainable_weights)
        return self._track(rec, kl)

    def test_step(self, data):
        x = data[0] if isinstance(data, tuple) else data
        return self._track(*self._terms(x, training=False))


pixels = (load_digits().data / 16.0).astype("float32")
order = np.random.default_rng(0).permutation(len(pixels))
test, val, train = np.split(pixels[order], [300, 600])

vae = VAE()
vae.compile(optimizer=keras.optimizers.Adam(2e-3))
vae.fit(
    train,
    batch_size=64,
    epochs=60,
    validation_data=(val,),
    verbose=2,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", mode="min", patience=6, restore_best_weights=True)],
)

scores = vae.evaluate(test, batch_size=64, verbose=0, return_dict=True)
# knows nothing about a row: every pixel has its mean over the training rows
p = np.clip(train.mean(axis=0), 1e-3, 1 - 1e-3)
naive = -(test * np.log(p) + (1 - test) * np.log(1 - p)).sum(axis=1).mean()
print("negative ELBO on test rows:", {k: round(float(v), 3) for k, v in scores.items()}, "| mean picture:", round(float(naive), 3))

z = np.random.default_rng(1).normal(size=(16, LATENT)).astype("float32")
samples = ops.convert_to_numpy(ops.sigmoid(vae.dec(z, training=False)))
np.save("out/mb02/samples.npy", samples.reshape(16, 8, 8))
vae.save_weights("out/mb02/vae.weights.h5")
