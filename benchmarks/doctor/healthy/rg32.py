"""Variational autoencoder on the digits, Keras with an own train_step."""
import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(8)
LATENT = 6


class Sampling(layers.Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seed_generator = keras.random.SeedGenerator(8)

    def call(self, inputs):
        mean, log_var = inputs
        eps = keras.random.normal(ops.shape(mean), seed=self.seed_generator)
        return mean + ops.exp(0.5 * log_var) * eps


class VAE(keras.Model):
    def __init__(self, encoder, decoder, beta=1.0, **kwargs):
        super().__init__(**kwargs)
        self.encoder, self.decoder, self.beta = encoder, decoder, beta
        self.sampling = Sampling()
        self.trackers = {n: keras.metrics.Mean(name=n) for n in ("loss", "reconstruction", "kl")}

    @property
    def metrics(self):
        return list(self.trackers.values())

    def call(self, x):
        mean, _ = self.encoder(x)
        return self.decoder(mean)

    def elbo_terms(self, x, training):
        mean, log_var = self.encoder(x, training=training)
        rebuilt = self.decoder(self.sampling([mean, log_var]), training=training)
        rec = ops.mean(ops.sum(keras.losses.binary_crossentropy(x[..., None], rebuilt[..., None]), axis=-1))
        kl = ops.mean(-0.5 * ops.sum(1 + log_var - ops.square(mean) - ops.exp(log_var), axis=-1))
        return rec + self.beta * kl, rec, kl

    def train_step(self, data):
        with tf.GradientTape() as tape:
            losses = self.elbo_terms(data, training=True)
        grads = tape.gradient(losses[0], self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        for tracker, value in zip(self.trackers.values(), losses):
            tracker.update_state(value)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        for tracker, value in zip(self.trackers.values(), self.elbo_terms(data, training=False)):
            tracker.update_state(value)
        return {m.name: m.result() for m in self.metrics}


enc_in = keras.Input((64,))
h = layers.Dense(96, activation="relu")(enc_in)
encoder = keras.Model(enc_in, [layers.Dense(LATENT)(h), layers.Dense(LATENT)(h)], name="encoder")
dec_in = keras.Input((LATENT,))
h = layers.Dense(96, activation="relu")(dec_in)
decoder = keras.Model(dec_in, layers.Dense(64, activation="sigmoid")(h), name="decoder")

X, _ = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32")
X_train, X_test = train_test_split(X, test_size=0.2, random_state=8)

vae = VAE(encoder, decoder)
vae.compile(optimizer=keras.optimizers.Adam(2e-3))
vae.fit(X_train, epochs=40, batch_size=64, validation_data=(X_test,), verbose=2)

rebuilt = vae.predict(X_test, verbose=0)
mse = np.mean((rebuilt - X_test) ** 2)
print(f"test mse {mse:.4f}, with the mean image {np.mean((X_train.mean(0) - X_test) ** 2):.4f}")
digits = decoder.predict(np.random.default_rng(0).standard_normal((2, LATENT)).astype("float32"), verbose=0)
for d in digits:
    print("\n".join("".join(" .:*#"[min(int(v * 5), 4)] for v in row) for row in d.reshape(8, 8)), "\n")
