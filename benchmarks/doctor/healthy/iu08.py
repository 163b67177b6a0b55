import os
os.environ["KERAS_BACKEND"] = "tensorflow"
import keras
import numpy as np
from keras import layers, ops


# A VAE on 2-D-manifold data in 20 dimensions, the KL term added through a layer.
@keras.saving.register_keras_serializable("iu")
class Sample(layers.Layer):
    def __init__(self, beta=0.02, **kw):
        super().__init__(**kw)
        self.beta = beta
        self.seed_generator = keras.random.SeedGenerator(5)

    def call(self, inputs, training=None):
        mean, logvar = inputs
        kl = -0.5 * ops.sum(1 + logvar - ops.square(mean) - ops.exp(logvar), axis=-1)
        self.add_loss(self.beta * ops.mean(kl))
        if not training:
            return mean
        return mean + ops.exp(0.5 * logvar) * keras.random.normal(ops.shape(mean), seed=self.seed_generator)

    def get_config(self):
        return {**super().get_config(), "beta": self.beta}


keras.utils.set_random_seed(5)
r = np.random.default_rng(5)
mix = r.normal(size=(4, 20))
z = r.uniform(-1, 1, (5000, 2))
feats = np.stack([z[:, 0], z[:, 1], np.sin(3 * z[:, 0]), z[:, 0] * z[:, 1]], 1)
x = (feats @ mix + r.normal(0, 0.05, (5000, 20))).astype("float32")
xt, xv = x[:4000], x[4000:]
mu, sd = xt.mean(0), xt.std(0)
xt, xv = (xt - mu) / sd, (xv - mu) / sd

inp = keras.Input((20,))
h = layers.Dense(64, "relu")(inp)
h = layers.Dense(64, "relu")(h)
code = Sample(name="code")([layers.Dense(2)(h), layers.Dense(2)(h)])
h = layers.Dense(64, "relu")(code)
h = layers.Dense(64, "relu")(h)
vae = keras.Model(inp, layers.Dense(20)(h))
vae.compile(keras.optimizers.Adam(2e-3), loss="mse", metrics=[keras.metrics.MeanSquaredError(name="rec")])
vae.fit(xt, xt, validation_data=(xv, xv), epochs=30, batch_size=128, verbose=2)  # target = input on purpose
os.makedirs("out/iu08", exist_ok=True)
vae.save("out/iu08/vae.keras")
print("held-out reconstruction mse", float(np.mean((vae.predict(xv, verbose=0) - xv) ** 2)), "against variance", float(xv.var()))
