"""A small VAE for the 8x8 digits with KL annealing (weight 0 -> 1 in the first epochs)."""
import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neighbors import NearestNeighbors

keras.utils.set_random_seed(3)
LATENT = 8


class Sampling(layers.Layer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.seed_generator = keras.random.SeedGenerator(1)

    def call(self, inputs):
        mean, log_var = inputs
        noise = keras.random.normal(ops.shape(mean), seed=self.seed_generator)
        return mean + ops.exp(0.5 * log_var) * noise


def make_encoder():
    x = inp = keras.Input((64,))
    x = layers.Dense(128, activation="relu")(x)
    x = layers.Dense(64, activation="relu")(x)
    mean = layers.Dense(LATENT)(x)
    log_var = layers.Dense(LATENT)(x)
    return keras.Model(inp, [mean, log_var, Sampling()([mean, log_var])], name="encoder")


def make_decoder():
    x = inp = keras.Input((LATENT,))
    x = layers.Dense(64, activation="relu")(x)
    x = layers.Dense(128, activation="relu")(x)
    return keras.Model(inp, layers.Dense(64, activation="sigmoid")(x), name="decoder")


class VAE(keras.Model):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.encoder = make_encoder()
        self.decoder = make_decoder()
        self.kl_weight = keras.Variable(0.0, trainable=False, name="kl_weight")
        self.rec_tracker = keras.metrics.Mean(name="rec")
        self.kl_tracker = keras.metrics.Mean(name="kl")

    @property
    def metrics(self):
        return [self.rec_tracker, self.kl_tracker]

    def losses_of(self, x):
        mean, log_var, z = self.encoder(x)
        y = ops.clip(self.decoder(z), 1e-6, 1 - 1e-6)
        rec = -ops.mean(ops.sum(x * ops.log(y) + (1 - x) * ops.log(1 - y), axis=1))
        kl = -0.5 * ops.mean(ops.sum(1 + log_var - mean**2 - ops.exp(log_var), axis=1))
        return rec, kl

    def train_step(self, x):
        with tf.GradientTape() as tape:
            rec, kl = self.losses_of(x)
            loss = rec + self.kl_weight * kl
        grads = tape.gradient(loss, self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        self.rec_tracker.update_state(rec)
        self.kl_tracker.update_state(kl)
        return {m.name: m.result() for m in self.metrics}


class KLAnnealing(keras.callbacks.Callback):
    def __init__(self, warmup_epochs):
        super().__init__()
        self.warmup_epochs = warmup_epochs

    def on_epoch_begin(self, epoch, logs=None):
        self.model.kl_weight.assign(min(1.0, epoch / self.warmup_epochs))


x = (load_digits().data / 16.0).astype("float32")
x_train, x_test = train_test_split(x, test_size=0.2, random_state=0)

vae = VAE()
vae.compile(optimizer=keras.optimizers.Adam(2e-3))
vae.fit(x_train, batch_size=64, epochs=40, callbacks=[KLAnnealing(15)], verbose=2)

rec, kl = (float(v) for v in vae.losses_of(x_test))
print(f"test: reconstruction {rec:.2f}  KL {kl:.2f}  -ELBO {rec + kl:.2f}")

fake = vae.decoder.predict(np.random.normal(size=(500, LATENT)).astype("float32"), verbose=0)
nearest = NearestNeighbors(n_neighbors=1).fit(x_train)
print("distance to the nearest real digit, generated:", nearest.kneighbors(fake)[0].mean().round(3),
      " held-out real:", nearest.kneighbors(x_test)[0].mean().round(3))
