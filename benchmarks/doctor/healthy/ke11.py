"""WGAN with gradient penalty in Keras 3: eight blobs on a circle.

How good the generator is, is measured with the sliced Wasserstein distance to points
that were not trained on; a fitted Gaussian and the distance between two real samples
give the scale.
"""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
import tensorflow as tf
from keras import layers

LATENT = 4


def ring(n, rng):
    k = rng.integers(8, size=n)
    centre = np.stack([np.cos(k * np.pi / 4), np.sin(k * np.pi / 4)], 1)
    return (centre + 0.08 * rng.normal(size=(n, 2))).astype("float32")


def sliced_wasserstein(a, b):
    angle = np.linspace(0, np.pi, 64, endpoint=False)
    dirs = np.stack([np.cos(angle), np.sin(angle)])
    return float(np.abs(np.sort(a @ dirs, axis=0) - np.sort(b @ dirs, axis=0)).mean())


class WGANGP(keras.Model):
    def __init__(self, generator, critic, critic_steps=4, weight=1.0):
        super().__init__()
        self.generator, self.critic = generator, critic
        self.critic_steps, self.weight = critic_steps, weight
        self.gap = keras.metrics.Mean(name="wasserstein")
        self.pen = keras.metrics.Mean(name="penalty")

    def compile(self, g_optimizer, c_optimizer):
        super().compile()
        self.g_optimizer, self.c_optimizer = g_optimizer, c_optimizer

    @property
    def metrics(self):
        return [self.gap, self.pen]

    def penalty(self, real, fake):
        mix = tf.random.uniform((tf.shape(real)[0], 1))
        x = mix * real + (1 - mix) * fake
        with tf.GradientTape() as inner:
            inner.watch(x)
            score = self.critic(x, training=True)
        slope = inner.gradient(score, x)
        norm = tf.sqrt(tf.reduce_sum(tf.square(slope), axis=1) + 1e-12)
        return tf.reduce_mean(tf.square(norm - 1.0))

    def train_step(self, real):
        # one batch from fit() holds the rows of all critic steps
        for part in tf.split(real, self.critic_steps):
            z = tf.random.normal((tf.shape(part)[0], LATENT))
            fake = self.generator(z, training=True)       # outside the tape: only the critic learns here
            with tf.GradientTape() as tape:
                gap = (tf.reduce_mean(self.critic(part, training=True))
                       - tf.reduce_mean(self.critic(fake, training=True)))
                pen = self.penalty(part, fake)
                loss = -gap + self.weight * pen
            grads = tape.gradient(loss, self.critic.trainable_variables)
            self.c_optimizer.apply_gradients(zip(grads, self.critic.trainable_variables))
            self.gap.update_state(gap)
            self.pen.update_state(pen)

        z = tf.random.normal((tf.shape(real)[0] // self.critic_steps, LATENT))
        with tf.GradientTape() as tape:
            g_loss = -tf.reduce_mean(self.critic(self.generator(z, training=True), training=True))
        grads = tape.gradient(g_loss, self.generator.trainable_variables)
        self.g_optimizer.apply_gradients(zip(grads, self.generator.trainable_variables))
        return {m.name: m.result() for m in self.metrics}


class KeepBest(keras.callbacks.Callback):
    """A GAN has no loss to stop on: keeps the generator nearest to the validation points."""

    def __init__(self, held_out):
        super().__init__()
        self.held_out = held_out
        self.best, self.weights = np.inf, None

    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % 5:
            return
        z = keras.random.normal((len(self.held_out), LATENT), seed=1000 + epoch)
        fake = self.model.generator(z, training=False).numpy()
        distance = sliced_wasserstein(fake, self.held_out)
        print(f"epoch {epoch + 1}: distance to validation points {distance:.4f}")
        if distance < self.best:
            self.best, self.weights = distance, self.model.generator.get_weights()

    def on_train_end(self, logs=None):
        self.model.generator.set_weights(self.weights)


def dense_net(inputs, outputs, name):
    return keras.Sequential([keras.Input((inputs,)), layers.Dense(64), layers.LeakyReLU(negative_slope=0.2),
                             layers.Dense(64), layers.LeakyReLU(negative_slope=0.2), layers.Dense(outputs)], name=name)


if __name__ == "__main__":
    keras.utils.set_random_seed(8)
    rng = np.random.default_rng(8)
    train, val, test, other = ring(10240, rng), ring(2000, rng), ring(2000, rng), ring(2000, rng)

    gan = WGANGP(dense_net(LATENT, 2, "generator"), dense_net(2, 1, "critic"))
    gan.compile(g_optimizer=keras.optimizers.Adam(1e-3, beta_1=0.0, beta_2=0.9),
                c_optimizer=keras.optimizers.Adam(1e-3, beta_1=0.0, beta_2=0.9))
    feed = (tf.data.Dataset.from_tensor_slices(train).shuffle(len(train), seed=8)
            .batch(512, drop_remainder=True).prefetch(2))
    gan.fit(feed, epochs=80, verbose=0, callbacks=[KeepBest(val)])

    fake = gan.generator(keras.random.normal((2000, LATENT), seed=77), training=False).numpy()
    gauss = rng.multivariate_normal(train.mean(0), np.cov(train.T), size=2000)
    print(f"test: generator {sliced_wasserstein(fake, test):.4f}, one Gaussian {sliced_wasserstein(gauss, test):.4f}, "
          f"real against real {sliced_wasserstein(other, test):.4f}")
