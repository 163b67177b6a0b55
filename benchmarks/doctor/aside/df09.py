"""Variational autoencoder for the 8x8 digits, plain GradientTape loop."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
import keras
from keras import layers, ops
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

OUT = "out/df09"
LATENT = 4
EPOCHS = 25
BATCH = 64
keras.utils.set_random_seed(9)


class Sampling(layers.Layer):
    """z ~ N(mean, exp(log_var)); registers the divergence from the standard normal prior."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seed_generator = keras.random.SeedGenerator(9)

    def call(self, inputs):
        z_mean, z_log_var = inputs
        kl = -0.5 * ops.sum(1 + z_log_var - ops.square(z_mean) - ops.exp(z_log_var), axis=-1)
        self.add_loss(ops.mean(kl))
        eps = keras.random.normal(ops.shape(z_mean), seed=self.seed_generator)
        return z_mean + ops.exp(0.5 * z_log_var) * eps


def build_encoder():
    x = keras.Input((64,))
    h = layers.Dense(96, activation="relu")(x)
    z_mean = layers.Dense(LATENT, name="z_mean")(h)
    z_log_var = layers.Dense(LATENT, name="z_log_var")(h)
    z = Sampling(name="z")([z_mean, z_log_var])
    return keras.Model(x, [z_mean, z_log_var, z], name="encoder")


def build_decoder():
    z = keras.Input((LATENT,))
    h = layers.Dense(96, activation="relu")(z)
    return keras.Model(z, layers.Dense(64, activation="sigmoid")(h), name="decoder")


def reconstruction(x, x_hat):
    x_hat = tf.clip_by_value(x_hat, 1e-6, 1 - 1e-6)
    bce = -(x * tf.math.log(x_hat) + (1 - x) * tf.math.log(1 - x_hat))
    return tf.reduce_mean(tf.reduce_sum(bce, axis=-1))


digits = (load_digits().data / 16.0).astype("float32")
train_x, val_x = train_test_split(digits, test_size=0.2, random_state=9)
train_ds = tf.data.Dataset.from_tensor_slices(train_x).shuffle(len(train_x), seed=9).batch(BATCH)

encoder, decoder = build_encoder(), build_decoder()
optimizer = keras.optimizers.Adam(2e-3)
variables = encoder.trainable_variables + decoder.trainable_variables


@tf.function
def train_step(x):
    with tf.GradientTape() as tape:
        _, _, z = encoder(x, training=True)
        x_hat = decoder(z, training=True)
        loss = reconstruction(x, x_hat)
    grads = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(grads, variables))
    return loss


mean_loss = keras.metrics.Mean()
for epoch in range(EPOCHS):
    mean_loss.reset_state()
    for batch in train_ds:
        mean_loss.update_state(train_step(batch))
    mu, log_var, z = encoder(val_x, training=False)
    rec = float(reconstruction(val_x, decoder(z, training=False)))
    print(
        f"{epoch:2d}  train {float(mean_loss.result()):7.3f}  val rec {rec:7.3f}"
        f"  spread of z {np.std(mu.numpy()):6.2f}  mean sigma {np.exp(0.5 * log_var.numpy()).mean():6.3f}"
    )

# new digits from the prior
prior = keras.random.normal((16, LATENT), seed=1)
samples = decoder(prior, training=False).numpy().reshape(-1, 8, 8)
os.makedirs(OUT, exist_ok=True)
np.save(f"{OUT}/samples.npy", samples)
nearest = np.sqrt(((samples.reshape(-1, 1, 64) - train_x[None]) ** 2).sum(-1)).min(1)
print("distance of the samples to the nearest real digit:", nearest.mean().round(3))
