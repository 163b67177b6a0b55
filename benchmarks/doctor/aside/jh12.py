"""VAE on the 8x8 digits, KL term warmed up over the first epochs."""
import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops
from sklearn.datasets import load_digits

LATENT = 6
EPOCHS = 30
WARMUP = 10


class Sampling(layers.Layer):
    def __init__(self, seed=0, **kw):
        super().__init__(**kw)
        self.seed_generator = keras.random.SeedGenerator(seed)

    def call(self, inputs):
        mean, log_var = inputs
        eps = keras.random.normal(ops.shape(mean), seed=self.seed_generator)
        return mean + ops.exp(0.5 * log_var) * eps


def build_encoder():
    x_in = keras.Input((64,))
    h = layers.Dense(96, activation="relu")(x_in)
    mean = layers.Dense(LATENT, name="mean")(h)
    log_var = layers.Dense(LATENT, name="log_var")(h)
    z = Sampling()([mean, log_var])
    return keras.Model(x_in, [mean, log_var, z], name="encoder")


def build_decoder():
    z_in = keras.Input((LATENT,))
    h = layers.Dense(96, activation="relu")(z_in)
    return keras.Model(z_in, layers.Dense(64)(h), name="decoder")


class VAE(keras.Model):
    def __init__(self, encoder, decoder, **kw):
        super().__init__(**kw)
        self.encoder = encoder
        self.decoder = decoder
        self.beta = 0.0
        self.recon_tracker = keras.metrics.Mean(name="recon")
        self.kl_tracker = keras.metrics.Mean(name="kl")

    @property
    def metrics(self):
        return [self.recon_tracker, self.kl_tracker]

    def call(self, x):
        return self.decoder(self.encoder(x)[0])

    def losses_for(self, x):
        mean, log_var, z = self.encoder(x)
        logits = self.decoder(z)
        recon = tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=logits)
        recon = tf.reduce_mean(tf.reduce_sum(recon, axis=1))
        kl = -0.5 * tf.reduce_sum(1.0 + log_var - tf.square(mean) - tf.exp(log_var), axis=1)
        return recon, tf.reduce_mean(kl)

    def train_step(self, x):
        with tf.GradientTape() as tape:
            recon, kl = self.losses_for(x)
            loss = recon + self.beta * kl
        grads = tape.gradient(loss, self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        self.recon_tracker.update_state(recon)
        self.kl_tracker.update_state(kl)
        return {m.name: m.result() for m in self.metrics}


class KLWarmup(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.beta = min(1.0, epoch / WARMUP)

    def on_epoch_end(self, epoch, logs=None):
        if epoch % 5 == 0:
            print(f"epoch {epoch:2d}  beta {self.model.beta:.1f}  "
                  f"recon {logs['recon']:.2f}  kl {logs['kl']:.2f}")


keras.utils.set_random_seed(8)
x = load_digits().data.astype("float32") / 16.0
x = x[np.random.permutation(len(x))]
x_train, x_test = x[:1400], x[1400:]

vae = VAE(build_encoder(), build_decoder())
vae.compile(optimizer=keras.optimizers.Adam(2e-3))
vae.fit(x_train, epochs=EPOCHS, batch_size=50, verbose=0, callbacks=[KLWarmup()])

recon, kl = vae.losses_for(tf.constant(x_test))
print(f"test recon {float(recon):.2f}  kl {float(kl):.2f}  negative ELBO {float(recon + kl):.2f}")

drawn = ops.sigmoid(vae.decoder(keras.random.normal((200, LATENT), seed=1))).numpy()
nearest = ((drawn[:, None] - x_train[None]) ** 2).sum(-1).min(1).mean()
print(f"mean squared distance of drawn digits to the nearest real one: {nearest:.2f}")
