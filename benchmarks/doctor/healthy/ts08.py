"""Variational autoencoder on 8x8 digits (Bernoulli decoder) with its own train_step and test_step."""
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(1)
LATENT = 8


class Sampling(layers.Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seed_generator = keras.random.SeedGenerator(1337)

    def call(self, inputs):
        mean, log_var = inputs
        eps = keras.random.normal(tf.shape(mean), seed=self.seed_generator)
        return mean + tf.exp(0.5 * log_var) * eps


class VAE(keras.Model):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        x_in = keras.Input((64,))
        h = layers.Dense(128, activation="relu")(x_in)
        mean, log_var = layers.Dense(LATENT, name="mean")(h), layers.Dense(LATENT, name="log_var")(h)
        self.encoder = keras.Model(x_in, [mean, log_var, Sampling()([mean, log_var])], name="encoder")
        self.decoder = keras.Sequential([
            keras.Input((LATENT,)), layers.Dense(128, activation="relu"), layers.Dense(64),   # logits
        ], name="decoder")
        self.trackers = {n: keras.metrics.Mean(name=n) for n in ("loss", "reconstruction", "kl")}

    @property
    def metrics(self):
        return list(self.trackers.values())

    def losses_of(self, x):
        mean, log_var, z = self.encoder(x)
        # both terms are sums over dimensions and means over the batch: their sum is the negative ELBO
        bce = tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=self.decoder(z))
        reconstruction = tf.reduce_mean(tf.reduce_sum(bce, axis=1))
        kl = tf.reduce_mean(-0.5 * tf.reduce_sum(1 + log_var - tf.square(mean) - tf.exp(log_var), axis=1))
        return {"loss": reconstruction + kl, "reconstruction": reconstruction, "kl": kl}

    def _report(self, losses):
        for name, tracker in self.trackers.items():
            tracker.update_state(losses[name])
        return {name: tracker.result() for name, tracker in self.trackers.items()}

    def train_step(self, x):
        with tf.GradientTape() as tape:
            losses = self.losses_of(x)
        grads = tape.gradient(losses["loss"], self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        return self._report(losses)

    def test_step(self, x):
        return self._report(self.losses_of(x))


X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32")
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=1)
ds = tf.data.Dataset.from_tensor_slices(X_train).shuffle(len(X_train)).batch(64).prefetch(tf.data.AUTOTUNE)

vae = VAE()
vae.compile(optimizer=keras.optimizers.Adam(2e-3))
vae.fit(ds, epochs=40, verbose=0)

p = np.clip(X_train.mean(0), 1e-3, 1 - 1e-3)
base = -(X_test * np.log(p) + (1 - X_test) * np.log(1 - p)).sum(1).mean()
result = vae.evaluate(tf.data.Dataset.from_tensor_slices(X_test).batch(256), verbose=0, return_dict=True)
print({k: round(float(v), 2) for k, v in result.items()}, "| mean image alone: %.2f" % base)
probe = LogisticRegression(max_iter=1000).fit(vae.encoder.predict(X_train, verbose=0)[0], y_train)
print("digit accuracy of a linear probe on z: %.3f" % probe.score(vae.encoder.predict(X_test, verbose=0)[0], y_test))
