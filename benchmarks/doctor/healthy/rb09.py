import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits

keras.utils.set_random_seed(1)
LATENT = 4


class Sampling(layers.Layer):
    def call(self, inputs):
        z_mean, z_log_var = inputs
        epsilon = tf.random.normal(shape=tf.shape(z_mean))
        return z_mean + tf.exp(0.5 * z_log_var) * epsilon


def build_encoder():
    inp = keras.Input(shape=(64,))
    x = layers.Dense(64, activation="relu")(inp)
    x = layers.Dense(32, activation="relu")(x)
    z_mean = layers.Dense(LATENT, name="z_mean")(x)
    z_log_var = layers.Dense(LATENT, name="z_log_var")(x)
    z = Sampling()([z_mean, z_log_var])
    return keras.Model(inp, [z_mean, z_log_var, z], name="encoder")


def build_decoder():
    inp = keras.Input(shape=(LATENT,))
    x = layers.Dense(32, activation="relu")(inp)
    x = layers.Dense(64, activation="relu")(x)
    out = layers.Dense(64, activation="sigmoid")(x)
    return keras.Model(inp, out, name="decoder")


class VAE(keras.Model):
    def __init__(self, encoder, decoder, **kwargs):
        super().__init__(**kwargs)
        self.encoder = encoder
        self.decoder = decoder
        self.total_loss_tracker = keras.metrics.Mean(name="loss")
        self.reconstruction_tracker = keras.metrics.Mean(name="reconstruction_loss")
        self.kl_tracker = keras.metrics.Mean(name="kl_loss")

    @property
    def metrics(self):
        return [self.total_loss_tracker, self.reconstruction_tracker, self.kl_tracker]

    def losses_of(self, x):
        z_mean, z_log_var, z = self.encoder(x)
        y = self.decoder(z)
        reconstruction = tf.reduce_mean(64.0 * keras.losses.binary_crossentropy(x, y))
        kl = -0.5 * (1 + z_log_var - tf.square(z_mean) - tf.exp(z_log_var))
        kl = tf.reduce_mean(tf.reduce_sum(kl, axis=1))
        return reconstruction + kl, reconstruction, kl

    def track(self, total, reconstruction, kl):
        self.total_loss_tracker.update_state(total)
        self.reconstruction_tracker.update_state(reconstruction)
        self.kl_tracker.update_state(kl)
        return {m.name: m.result() for m in self.metrics}

    def train_step(self, data):
        with tf.GradientTape() as tape:
            total, reconstruction, kl = self.losses_of(data)
        grads = tape.gradient(total, self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        return self.track(total, reconstruction, kl)

    def test_step(self, data):
        return self.track(*self.losses_of(data))


X = (load_digits().data / 16.0).astype("float32")
np.random.shuffle(X)
train_ds = tf.data.Dataset.from_tensor_slices(X[:1500]).shuffle(1500).batch(64)
val_ds = tf.data.Dataset.from_tensor_slices(X[1500:]).batch(64)

vae = VAE(build_encoder(), build_decoder())
vae.compile(optimizer=keras.optimizers.Adam(2e-3))
history = vae.fit(train_ds, validation_data=val_ds, epochs=30, verbose=0)

for e in (0, 9, 19, 29):
    print(e + 1, {k: round(float(v[e]), 3) for k, v in history.history.items()})
z_mean, _, _ = vae.encoder.predict(X[:3], verbose=0)
print("reconstruction error:", float(np.mean((vae.decoder.predict(z_mean, verbose=0) - X[:3]) ** 2)))
