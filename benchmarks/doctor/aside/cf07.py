"""A GAN that learns points on a noisy ring. Generator and critic trained in one train_step."""
import numpy as np
import tensorflow as tf
import keras
from keras import layers

LATENT = 4


def ring(n, seed=0):
    rng = np.random.default_rng(seed)
    angle = rng.uniform(0, 2 * np.pi, n)
    radius = 1 + 0.05 * rng.standard_normal(n)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1).astype("float32")


def mlp(n_in, n_out):
    return keras.Sequential([
        keras.Input((n_in,)),
        layers.Dense(64), layers.LeakyReLU(),
        layers.Dense(64), layers.LeakyReLU(),
        layers.Dense(n_out),
    ])


class RingGAN(keras.Model):
    def __init__(self):
        super().__init__()
        self.generator = mlp(LATENT, 2)
        self.critic = mlp(2, 1)
        self.g_metric = keras.metrics.Mean(name="g_loss")
        self.d_metric = keras.metrics.Mean(name="d_loss")
        self.built = True

    def compile(self, g_opt, d_opt):
        super().compile()
        self.g_opt, self.d_opt = g_opt, d_opt
        self.bce = keras.losses.BinaryCrossentropy(from_logits=True)

    @property
    def metrics(self):
        return [self.g_metric, self.d_metric]

    def call(self, z):
        return self.generator(z)

    def train_step(self, real):
        n = tf.shape(real)[0]
        z = tf.random.normal((n, LATENT))
        ones, zeros = tf.ones((n, 1)), tf.zeros((n, 1))

        with tf.GradientTape() as tape:
            fake = self.generator(z, training=True)
            real_score = self.critic(real, training=True)
            fake_score = self.critic(fake, training=True)
            d_loss = 0.5 * (self.bce(ones, real_score) + self.bce(zeros, fake_score))
            g_loss = self.bce(ones, fake_score)

        d_grads = tape.gradient(d_loss, self.critic.trainable_variables)
        g_grads = tape.gradient(g_loss, self.generator.trainable_variables)
        self.d_opt.apply_gradients(zip(d_grads, self.critic.trainable_variables))
        self.g_opt.apply_gradients(zip(g_grads, self.generator.trainable_variables))

        self.g_metric.update_state(g_loss)
        self.d_metric.update_state(d_loss)
        return {m.name: m.result() for m in self.metrics}


def main():
    keras.utils.set_random_seed(9)
    data = tf.data.Dataset.from_tensor_slices(ring(4096)).shuffle(4096).batch(128, drop_remainder=True)
    gan = RingGAN()
    gan.compile(g_opt=keras.optimizers.Adam(1e-3, beta_1=0.5),
                d_opt=keras.optimizers.Adam(1e-3, beta_1=0.5))
    gan.fit(data, epochs=30, verbose=2)

    points = gan(tf.random.normal((1000, LATENT))).numpy()
    r = np.linalg.norm(points, axis=1)
    print(f"radius of the generated points: {r.mean():.2f} +- {r.std():.2f} (should be 1.00 +- 0.05)")


if __name__ == "__main__":
    main()
