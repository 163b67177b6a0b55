"""VAE on 8x8 digits with its own train_step / test_step (Keras 3, TensorFlow backend)."""
import os

os.environ.setdefault("KERAS_BACKEND", "tensorflow")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops
from sklearn.datasets import load_digits

LATENT = 6
PIXELS = 64


class VAE(keras.Model):
    def __init__(self, latent=LATENT, **kw):
        super().__init__(**kw)
        self.encoder = keras.Sequential([
            keras.Input((PIXELS,)),
            layers.Dense(128, activation="gelu"),
            layers.Dense(64, activation="gelu"),
            layers.Dense(2 * latent),
        ])
        self.decoder = keras.Sequential([
            keras.Input((latent,)),
            layers.Dense(64, activation="gelu"),
            layers.Dense(128, activation="gelu"),
            layers.Dense(PIXELS),
        ])
        self.seeds = keras.random.SeedGenerator(0)
        self.m_elbo = keras.metrics.Mean(name="neg_elbo")
        self.m_rec = keras.metrics.Mean(name="rec")
        self.m_kl = keras.metrics.Mean(name="kl")

    @property
    def metrics(self):
        # listed here so that Keras resets them at the start of each epoch
        return [self.m_elbo, self.m_rec, self.m_kl]

    def call(self, x):
        mean, logvar = ops.split(self.encoder(x), 2, axis=-1)
        eps = keras.random.normal(ops.shape(mean), seed=self.seeds)
        logits = self.decoder(mean + ops.exp(0.5 * logvar) * eps)
        return logits, mean, logvar

    def terms(self, x):
        logits, mean, logvar = self(x)
        bce = tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=logits)
        rec = ops.sum(bce, axis=-1)
        kl = 0.5 * ops.sum(ops.square(mean) + ops.exp(logvar) - 1.0 - logvar, axis=-1)
        return rec, kl

    def log(self, rec, kl):
        self.m_elbo.update_state(rec + kl)
        self.m_rec.update_state(rec)
        self.m_kl.update_state(kl)
        return {m.name: m.result() for m in self.metrics}

    def train_step(self, x):
        with tf.GradientTape() as tape:
            rec, kl = self.terms(x)
            loss = ops.mean(rec + kl)
        variables = self.trainable_variables
        self.optimizer.apply(tape.gradient(loss, variables), variables)
        return self.log(rec, kl)

    def test_step(self, x):
        rec, kl = self.terms(x)
        return self.log(rec, kl)


def main():
    keras.utils.set_random_seed(8)
    x = (load_digits().data / 16.0).astype("float32")
    rng = np.random.default_rng(8)
    # binarise once, before the split, so that every row is one fixed binary picture
    x = (rng.random(x.shape) < x).astype("float32")
    idx = rng.permutation(len(x))
    train, val, test = x[idx[:1200]], x[idx[1200:1500]], x[idx[1500:]]

    ds = lambda a: tf.data.Dataset.from_tensor_slices(a).batch(100)
    ds_train = tf.data.Dataset.from_tensor_slices(train).shuffle(len(train), seed=8).batch(100)

    vae = VAE()
    vae.compile(optimizer=keras.optimizers.Adam(2e-3))
    stop = keras.callbacks.EarlyStopping(
        monitor="val_neg_elbo", mode="min", patience=8, restore_best_weights=True)
    vae.fit(ds_train, validation_data=ds(val), epochs=60, callbacks=[stop], verbose=0)
    print("epochs run:", len(vae.history.history["neg_elbo"]))

    result = vae.evaluate(ds(test), return_dict=True, verbose=0)
    p = np.clip(train.mean(0), 1e-3, 1 - 1e-3)
    independent = -(test * np.log(p) + (1 - test) * np.log(1 - p)).sum(1).mean()
    print(f"test -ELBO {result['neg_elbo']:.2f} nats = rec {result['rec']:.2f} + KL {result['kl']:.2f}")
    print(f"independent pixels with the training frequencies: {independent:.2f} nats")


if __name__ == "__main__":
    main()
