"""A small GAN on a banana-shaped cloud, with an averaged generator for sampling."""
import keras
import numpy as np
import tensorflow as tf
from keras import layers
from scipy.spatial.distance import cdist

NOISE = 8


def banana(n, rng):
    a = rng.normal(0.0, 1.0, n)
    b = 0.6 * (a ** 2 - 1.0) + rng.normal(0.0, 0.35, n)
    return np.stack([a, b], axis=1).astype("float32")


def energy_distance(x, y):
    """2 E|x-y| - E|x-x'| - E|y-y'| without the zero diagonals; about 0 for equal distributions."""
    n, m = len(x), len(y)
    return 2 * cdist(x, y).mean() - cdist(x, x).sum() / (n * (n - 1)) - cdist(y, y).sum() / (m * (m - 1))


def mlp(inputs, outputs, activation, name):
    return keras.Sequential(
        [keras.Input((inputs,)), layers.Dense(64), activation(), layers.Dense(64), activation(), layers.Dense(outputs)],
        name=name)


class GAN(keras.Model):
    def __init__(self, decay=0.99):
        super().__init__()
        self.generator = mlp(NOISE, 2, layers.ReLU, "generator")
        self.critic = mlp(2, 1, lambda: layers.LeakyReLU(negative_slope=0.2), "discriminator")
        self.average = mlp(NOISE, 2, layers.ReLU, "average")
        self.average.set_weights(self.generator.get_weights())
        self.average.trainable = False
        self.decay = decay
        self.d_tracker = keras.metrics.Mean(name="d_loss")
        self.g_tracker = keras.metrics.Mean(name="g_loss")

    @property
    def metrics(self):
        return [self.d_tracker, self.g_tracker]

    def compile(self, d_optimizer, g_optimizer):
        super().compile()
        self.d_optimizer = d_optimizer
        self.g_optimizer = g_optimizer
        self.bce = keras.losses.BinaryCrossentropy(from_logits=True)

    def train_step(self, real):
        n = tf.shape(real)[0]
        # discriminator: real rows are 1, made rows are 0; the generator is outside the tape
        fake = self.generator(tf.random.normal((n, NOISE)), training=True)
        with tf.GradientTape() as tape:
            on_real = self.critic(real, training=True)
            on_fake = self.critic(fake, training=True)
            d_loss = 0.5 * (self.bce(tf.ones_like(on_real), on_real) + self.bce(tf.zeros_like(on_fake), on_fake))
        weights = self.critic.trainable_variables
        self.d_optimizer.apply_gradients(zip(tape.gradient(d_loss, weights), weights))

        # generator: fresh noise, non-saturating loss, only its own weights move
        with tf.GradientTape() as tape:
            judged = self.critic(self.generator(tf.random.normal((n, NOISE)), training=True), training=True)
            g_loss = self.bce(tf.ones_like(judged), judged)
        weights = self.generator.trainable_variables
        self.g_optimizer.apply_gradients(zip(tape.gradient(g_loss, weights), weights))

        for slow, fast in zip(self.average.variables, self.generator.variables):
            slow.assign(self.decay * slow + (1.0 - self.decay) * fast)

        self.d_tracker.update_state(d_loss)
        self.g_tracker.update_state(g_loss)
        return {m.name: m.result() for m in self.metrics}

    def sample(self, n, seed):
        z = np.random.default_rng(seed).normal(size=(n, NOISE)).astype("float32")
        return self.average(z, training=False).numpy()


class Report(keras.callbacks.Callback):
    def __init__(self, held_out, every=20):
        super().__init__()
        self.held_out, self.every = held_out, every

    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % self.every == 0:
            d = energy_distance(self.model.sample(len(self.held_out), seed=1), self.held_out)
            print(f"epoch {epoch + 1:3d}  d {logs['d_loss']:.3f}  g {logs['g_loss']:.3f}  energy {d:.4f}")


if __name__ == "__main__":
    keras.utils.set_random_seed(99)
    rng = np.random.default_rng(99)
    train, held_out, test, other = banana(8192, rng), banana(1000, rng), banana(1500, rng), banana(1500, rng)

    gan = GAN()
    before = energy_distance(gan.sample(len(test), seed=2), test)
    gan.compile(keras.optimizers.Adam(5e-4, beta_1=0.5), keras.optimizers.Adam(5e-4, beta_1=0.5))
    data = tf.data.Dataset.from_tensor_slices(train).shuffle(len(train)).batch(256, drop_remainder=True).prefetch(2)
    gan.fit(data, epochs=120, verbose=0, callbacks=[Report(held_out)])

    made = gan.sample(len(test), seed=2)
    print(f"energy distance to the test cloud: untrained {before:.4f}, trained {energy_distance(made, test):.4f}, "
          f"another real cloud {energy_distance(other, test):.4f}")
    print("means", made.mean(0).round(2), test.mean(0).round(2), " stds", made.std(0).round(2), test.std(0).round(2))
