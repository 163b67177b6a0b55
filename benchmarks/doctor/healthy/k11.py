"""Variational autoencoder on 8x8 digits with a custom train_step / test_step (Keras 3)."""
import tensorflow as tf
import keras
from keras import layers, ops
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(123)
LATENT = 6


class Sampling(layers.Layer):
    def __init__(self, **kw):
        super().__init__(**kw)
        self.seed_generator = keras.random.SeedGenerator(9)

    def call(self, inputs):
        mean, logvar = inputs
        eps = keras.random.normal(ops.shape(mean), seed=self.seed_generator)
        return mean + ops.exp(0.5 * logvar) * eps


def make_encoder():
    x_in = keras.Input((64,))
    h = layers.Dense(128, activation="gelu")(x_in)
    h = layers.Dense(64, activation="gelu")(h)
    mean = layers.Dense(LATENT, name="mean")(h)
    logvar = layers.Dense(LATENT, name="logvar")(h)
    return keras.Model(x_in, [mean, logvar, Sampling()([mean, logvar])], name="encoder")


def make_decoder():
    z = keras.Input((LATENT,))
    h = layers.Dense(64, activation="gelu")(z)
    h = layers.Dense(128, activation="gelu")(h)
    return keras.Model(z, layers.Dense(64, name="pixel_logits")(h), name="decoder")


class VAE(keras.Model):
    def __init__(self, encoder, decoder, **kw):
        super().__init__(**kw)
        self.encoder, self.decoder = encoder, decoder
        self.elbo_tracker = keras.metrics.Mean(name="neg_elbo")
        self.rec_tracker = keras.metrics.Mean(name="rec")
        self.kl_tracker = keras.metrics.Mean(name="kl")

    @property
    def metrics(self):
        return [self.elbo_tracker, self.rec_tracker, self.kl_tracker]

    def call(self, x, training=None):
        mean, _, _ = self.encoder(x, training=training)
        return ops.sigmoid(self.decoder(mean, training=training))

    def _terms(self, x, training):
        mean, logvar, z = self.encoder(x, training=training)
        logits = self.decoder(z, training=training)
        # per-image sums: a proper bound, pixels are intensities in [0, 1]
        rec = ops.sum(tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=logits), axis=1)
        kl = -0.5 * ops.sum(1 + logvar - ops.square(mean) - ops.exp(logvar), axis=1)
        return ops.mean(rec), ops.mean(kl)

    def _log(self, rec, kl, n):
        self.elbo_tracker.update_state(rec + kl, sample_weight=n)
        self.rec_tracker.update_state(rec, sample_weight=n)
        self.kl_tracker.update_state(kl, sample_weight=n)
        return {m.name: m.result() for m in self.metrics}

    def train_step(self, x):
        with tf.GradientTape() as tape:
            rec, kl = self._terms(x, training=True)
            loss = rec + kl
        grads = tape.gradient(loss, self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        return self._log(rec, kl, ops.shape(x)[0])

    def test_step(self, x):
        rec, kl = self._terms(x, training=False)
        return self._log(rec, kl, ops.shape(x)[0])


X = load_digits().data.astype("float32") / 16.0
X_tr, X_te = train_test_split(X, test_size=0.2, random_state=0)

vae = VAE(make_encoder(), make_decoder())
vae.compile(optimizer=keras.optimizers.Adam(2e-3))
before = vae.evaluate(X_te, batch_size=128, verbose=0, return_dict=True)
hist = vae.fit(tf.data.Dataset.from_tensor_slices(X_tr).shuffle(2000, seed=0).batch(64),
               validation_data=tf.data.Dataset.from_tensor_slices(X_te).batch(128), epochs=20, verbose=2)
after = vae.evaluate(X_te, batch_size=128, verbose=0, return_dict=True)
mse_mean = float(((X_te - X_tr.mean(0)) ** 2).mean())
mse = float(((X_te - vae.predict(X_te, verbose=0)) ** 2).mean())
print(f"held-out -ELBO {before['neg_elbo']:.2f} -> {after['neg_elbo']:.2f} (kl {after['kl']:.2f})")
print(f"held-out reconstruction MSE {mse:.4f}; with the mean image {mse_mean:.4f}")
