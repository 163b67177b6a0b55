"""Variational autoencoder in Keras with its own train_step and test_step."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops
from sklearn.datasets import load_digits

keras.utils.set_random_seed(27)
LATENT = 6


class VAE(keras.Model):
    def __init__(self, latent=LATENT, warmup_steps=300, **kwargs):
        super().__init__(**kwargs)
        self.encoder = keras.Sequential([keras.Input((64,)), layers.Dense(128, activation="relu"),
                                         layers.Dense(64, activation="relu"), layers.Dense(2 * latent)])
        self.decoder = keras.Sequential([keras.Input((latent,)), layers.Dense(64, activation="relu"),
                                         layers.Dense(128, activation="relu"), layers.Dense(64)])
        self.warmup_steps = warmup_steps
        self.noise = keras.random.SeedGenerator(27)
        self.loss_tracker = keras.metrics.Mean(name="loss")
        self.rec_tracker = keras.metrics.Mean(name="rec")
        self.kl_tracker = keras.metrics.Mean(name="kl")

    @property
    def metrics(self):
        return [self.loss_tracker, self.rec_tracker, self.kl_tracker]

    def call(self, x, training=False):
        mean, logvar = ops.split(self.encoder(x, training=training), 2, axis=-1)
        # the mean alone is the code outside of training
        z = mean + ops.exp(0.5 * logvar) * keras.random.normal(ops.shape(mean), seed=self.noise) if training else mean
        return self.decoder(z, training=training), mean, logvar

    def terms(self, x, training):
        logits, mean, logvar = self(x, training=training)
        # pixels in 0..1 read as probabilities; summed over the pixels, averaged over the images
        rec = tf.reduce_mean(tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=logits), axis=1))
        kl = tf.reduce_mean(-0.5 * tf.reduce_sum(1 + logvar - tf.square(mean) - tf.exp(logvar), axis=1))
        return rec, kl

    def update(self, rec, kl):
        self.loss_tracker.update_state(rec + kl)
        self.rec_tracker.update_state(rec)
        self.kl_tracker.update_state(kl)
        return {m.name: m.result() for m in self.metrics}

    def train_step(self, data):
        with tf.GradientTape() as tape:
            rec, kl = self.terms(data, training=True)
            step = ops.cast(self.optimizer.iterations, "float32")
            beta = tf.minimum(1.0, step / self.warmup_steps)  # the KL term comes in slowly
            loss = rec + beta * kl
        grads = tape.gradient(loss, self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        return self.update(rec, kl)

    def test_step(self, data):
        return self.update(*self.terms(data, training=False))


pixels = (load_digits().data / 16.0).astype("float32")
np.random.default_rng(27).shuffle(pixels)
train, val, test = pixels[:1200], pixels[1200:1500], pixels[1500:]
train_ds = tf.data.Dataset.from_tensor_slices(train).shuffle(1200, seed=27).batch(64)
val_ds = tf.data.Dataset.from_tensor_slices(val).batch(300)
test_ds = tf.data.Dataset.from_tensor_slices(test).batch(300)

vae = VAE()
vae.compile(optimizer=keras.optimizers.Adam(2e-3))
vae.fit(train_ds, validation_data=val_ds, epochs=50, verbose=0,
        callbacks=[keras.callbacks.LambdaCallback(on_epoch_end=lambda e, logs: e % 10 == 9 and print(
            f"epoch {e + 1}: " + ", ".join(f"{k} {v:.3f}" for k, v in logs.items())))])

result = vae.evaluate(test_ds, verbose=0, return_dict=True)
rec, kl = result["rec"], result["kl"]
p = np.clip(train.mean(0), 1e-4, 1 - 1e-4)
base = -(test * np.log(p) + (1 - test) * np.log(1 - p)).sum(1).mean()
print(f"test: reconstruction {rec:.2f} + KL {kl:.2f}; the mean image costs {base:.2f}")

z = keras.random.normal((5, LATENT), seed=1)
images = keras.ops.sigmoid(vae.decoder(z, training=False))
print("five new images, mean brightness", np.asarray(images).mean(1).round(3))
