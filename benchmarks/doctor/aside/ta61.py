import numpy as np
import tensorflow as tf
import keras
from keras import layers, ops
from sklearn.datasets import load_digits

keras.utils.set_random_seed(0)
x = (load_digits().data / 16.0).astype("float32")
x_train, x_val = x[:1500], x[1500:]
LATENT = 2
WARMUP = 8


class Sampling(layers.Layer):
    def __init__(self, **kw):
        super().__init__(**kw)
        self.seed = keras.random.SeedGenerator(1)

    def call(self, inputs):
        mean, logvar = inputs
        return mean + ops.exp(0.5 * logvar) * keras.random.normal(ops.shape(mean), seed=self.seed)


inp = keras.Input((64,))
h = layers.Dense(64, activation="relu")(inp)
z_mean, z_logvar = layers.Dense(LATENT)(h), layers.Dense(LATENT)(h)
encoder = keras.Model(inp, [z_mean, z_logvar, Sampling()([z_mean, z_logvar])], name="encoder")
decoder = keras.Sequential([keras.Input((LATENT,)), layers.Dense(64, activation="relu"),
                            layers.Dense(64, activation="sigmoid")], name="decoder")


class VAE(keras.Model):
    def __init__(self, encoder, decoder):
        super().__init__()
        self.encoder, self.decoder = encoder, decoder
        self.beta = 0.0
        self.rec = keras.metrics.Mean(name="rec")
        self.kl = keras.metrics.Mean(name="kl")

    @property
    def metrics(self):
        return [self.rec, self.kl]

    def train_step(self, data):
        with tf.GradientTape() as tape:
            mean, logvar, z = self.encoder(data, training=True)
            out = self.decoder(z, training=True)
            rec = ops.mean(ops.sum(keras.losses.binary_crossentropy(data[..., None], out[..., None]), axis=1))
            kl = ops.mean(ops.sum(-0.5 * (1 + logvar - ops.square(mean) - ops.exp(logvar)), axis=1))
            loss = rec + self.beta * kl
        grads = tape.gradient(loss, self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        self.rec.update_state(rec)
        self.kl.update_state(kl)
        return {m.name: m.result() for m in self.metrics}


class WarmUp(keras.callbacks.Callback):
    """KL weight goes from 0 to 1 over the first epochs."""

    def on_epoch_begin(self, epoch, logs=None):
        self.model.beta = min(1.0, epoch / WARMUP)


vae = VAE(encoder, decoder)
vae.compile(optimizer=keras.optimizers.Adam(3e-3))
vae.fit(x_train, epochs=20, batch_size=64, callbacks=[WarmUp()], verbose=2)

mean, logvar, _ = encoder.predict(x_val, verbose=0)
print("beta at the end:", vae.beta)
print("spread of the codes (should be near 1):", mean.std(axis=0), " sigma:", np.exp(0.5 * logvar).mean(axis=0))
