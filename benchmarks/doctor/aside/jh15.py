"""A toy GAN: learn eight blobs on a circle. Custom loop with GradientTape."""
import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import argparse

import numpy as np
import tensorflow as tf
from tensorflow import keras


def ring(n, rng, blobs=8, radius=2.0, spread=0.05):
    k = rng.integers(0, blobs, n)
    angle = 2 * np.pi * k / blobs
    centre = radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return (centre + rng.normal(0, spread, (n, 2))).astype("float32")


def mlp(d_in, d_out, name):
    return keras.Sequential([
        keras.Input((d_in,)),
        keras.layers.Dense(64),
        keras.layers.LeakyReLU(0.2),
        keras.layers.Dense(64),
        keras.layers.LeakyReLU(0.2),
        keras.layers.Dense(d_out),
    ], name=name)


class ToyGAN:
    def __init__(self, latent=8, lr=1e-3):
        self.latent = latent
        self.generator = mlp(latent, 2, "generator")
        self.discriminator = mlp(2, 1, "discriminator")
        self.g_opt = keras.optimizers.Adam(lr, beta_1=0.5)
        self.d_opt = keras.optimizers.Adam(lr, beta_1=0.5)
        self.g_opt.build(self.generator.trainable_variables)
        self.d_opt.build(self.discriminator.trainable_variables)
        self.bce = keras.losses.BinaryCrossentropy(from_logits=True)

    @tf.function
    def train_step(self, real):
        z = tf.random.normal((tf.shape(real)[0], self.latent))
        with tf.GradientTape() as tape:
            fake = self.generator(z, training=True)
            real_logits = self.discriminator(real, training=True)
            fake_logits = self.discriminator(fake, training=True)
            d_loss = self.bce(tf.ones_like(real_logits), real_logits) \
                + self.bce(tf.zeros_like(fake_logits), fake_logits)
            g_loss = self.bce(tf.ones_like(fake_logits), fake_logits)

        d_grads = tape.gradient(d_loss, self.discriminator.trainable_variables)
        g_grads = tape.gradient(g_loss, self.generator.trainable_variables)
        self.d_opt.apply_gradients(zip(d_grads, self.discriminator.trainable_variables))
        self.g_opt.apply_gradients(zip(g_grads, self.generator.trainable_variables))
        return d_loss, g_loss

    def sample(self, n):
        return self.generator(tf.random.normal((n, self.latent)), training=False).numpy()


def coverage(points, blobs=8, radius=2.0):
    angle = 2 * np.pi * np.arange(blobs) / blobs
    centres = radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    d = np.linalg.norm(points[:, None] - centres[None], axis=-1)
    near = d.min(1) < 0.3
    return len(np.unique(d.argmin(1)[near])), near.mean()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=30)
    p.add_argument("--batch", type=int, default=128)
    a = p.parse_args()

    keras.utils.set_random_seed(10)
    rng = np.random.default_rng(10)
    ds = tf.data.Dataset.from_tensor_slices(ring(8192, rng)).shuffle(8192).batch(a.batch, drop_remainder=True)

    gan = ToyGAN()
    for epoch in range(a.epochs):
        d_mean, g_mean = keras.metrics.Mean(), keras.metrics.Mean()
        for real in ds:
            d_loss, g_loss = gan.train_step(real)
            d_mean.update_state(d_loss)
            g_mean.update_state(g_loss)
        if epoch % 5 == 4:
            modes, share = coverage(gan.sample(1000))
            print(f"epoch {epoch + 1}  D {float(d_mean.result()):.3f}  G {float(g_mean.result()):.3f}  "
                  f"blobs {modes}/8  near {share:.2f}")


if __name__ == "__main__":
    main()
