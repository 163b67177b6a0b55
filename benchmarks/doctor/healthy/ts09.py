"""A GAN for a ring of eight Gaussians: train_step with two optimizers, checked by modes and sample quality."""
import numpy as np
import tensorflow as tf
import keras
from keras.layers import Dense, LeakyReLU

keras.utils.set_random_seed(0)
NOISE, MODES, STD = 16, 8, 0.15
angles = 2 * np.pi * np.arange(MODES) / MODES
CENTERS = 2.0 * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def sample_real(n, rng):
    return (CENTERS[rng.integers(0, MODES, n)] + STD * rng.normal(size=(n, 2))).astype("float32")


def mlp(n_in, n_out, name):
    return keras.Sequential([keras.Input((n_in,)), Dense(96), LeakyReLU(0.2), Dense(96), LeakyReLU(0.2), Dense(n_out)],
                            name=name)


class GAN(keras.Model):
    def __init__(self, generator, discriminator):
        super().__init__()
        self.generator, self.discriminator = generator, discriminator
        self.g_tracker, self.d_tracker = keras.metrics.Mean(name="g_loss"), keras.metrics.Mean(name="d_loss")

    def compile(self, g_optimizer, d_optimizer):
        super().compile()
        self.g_optimizer, self.d_optimizer = g_optimizer, d_optimizer
        self.bce = keras.losses.BinaryCrossentropy(from_logits=True)

    @property
    def metrics(self):
        return [self.g_tracker, self.d_tracker]

    def train_step(self, real):
        n = tf.shape(real)[0]
        fake = self.generator(tf.random.normal((n, NOISE)), training=True)      # outside the tape: a constant for D
        with tf.GradientTape() as tape:
            real_logits = self.discriminator(real, training=True)
            fake_logits = self.discriminator(fake, training=True)
            d_loss = 0.5 * (self.bce(tf.ones((n, 1)) * 0.9, real_logits) + self.bce(tf.zeros((n, 1)), fake_logits))
        grads = tape.gradient(d_loss, self.discriminator.trainable_variables)
        self.d_optimizer.apply_gradients(zip(grads, self.discriminator.trainable_variables))

        with tf.GradientTape() as tape:
            fake_logits = self.discriminator(self.generator(tf.random.normal((n, NOISE)), training=True), training=True)
            g_loss = self.bce(tf.ones((n, 1)), fake_logits)                     # non-saturating loss
        grads = tape.gradient(g_loss, self.generator.trainable_variables)       # D's weights stay as they are
        self.g_optimizer.apply_gradients(zip(grads, self.generator.trainable_variables))

        self.g_tracker.update_state(g_loss)
        self.d_tracker.update_state(d_loss)
        return {m.name: m.result() for m in self.metrics}


def quality(points):
    dist = np.linalg.norm(points[:, None] - CENTERS[None], axis=-1)
    good = dist.min(1) < 3 * STD
    share = np.bincount(dist.argmin(1)[good], minlength=MODES) / len(points)
    return int((share > 0.02).sum()), float(good.mean())


rng = np.random.default_rng(0)
data = tf.data.Dataset.from_tensor_slices(sample_real(20_000, rng)).shuffle(20_000).batch(200, drop_remainder=True)
gan = GAN(mlp(NOISE, 2, "generator"), mlp(2, 1, "discriminator"))
gan.compile(g_optimizer=keras.optimizers.Adam(1e-3, beta_1=0.5), d_optimizer=keras.optimizers.Adam(1e-3, beta_1=0.5))

noise = np.random.default_rng(1).normal(size=(2000, NOISE)).astype("float32")
print("before: %d modes, %.3f good samples" % quality(gan.generator.predict(noise, verbose=0)))
for round_ in range(4):                                       # fit goes on where it stopped
    h = gan.fit(data.prefetch(2), epochs=5, verbose=0)
    modes, good = quality(gan.generator.predict(noise, verbose=0))
    print(f"epoch {5 * (round_ + 1)}: d {h.history['d_loss'][-1]:.3f} g {h.history['g_loss'][-1]:.3f} "
          f"-> {modes}/8 modes, {good:.3f} good samples")
