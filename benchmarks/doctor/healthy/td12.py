import keras
import numpy as np
import tensorflow as tf
from keras import layers, ops
from sklearn.datasets import load_digits

keras.utils.set_random_seed(8)

x = (load_digits().data / 16.0).astype("float32")
x = x[np.random.permutation(len(x))]
x_train, x_test = x[:1500], x[1500:]


class VAE(keras.Model):
    def __init__(self, latent_dim=4):
        super().__init__()
        self.trunk = layers.Dense(128, activation="relu")
        self.to_mean = layers.Dense(latent_dim)
        self.to_log_var = layers.Dense(latent_dim)
        self.decoder = keras.Sequential([
            layers.Dense(128, activation="relu"),
            layers.Dense(64, activation="sigmoid"),
        ])
        self.trackers = {k: keras.metrics.Mean(name=k) for k in ("loss", "recon", "kl")}

    @property
    def metrics(self):
        return list(self.trackers.values())

    def encode(self, inputs):
        h = self.trunk(inputs)
        return self.to_mean(h), self.to_log_var(h)

    def call(self, inputs):
        mean, _ = self.encode(inputs)
        return self.decoder(mean)

    def train_step(self, data):
        with tf.GradientTape() as tape:
            mean, log_var = self.encode(data)
            eps = tf.random.normal(tf.shape(mean))
            z = mean + ops.exp(0.5 * log_var) * eps
            out = self.decoder(z)
            recon = ops.mean(keras.losses.binary_crossentropy(data, out)) * data.shape[1]
            kl = -0.5 * (1 + log_var - ops.square(mean) - ops.exp(log_var))
            kl = ops.mean(ops.sum(kl, axis=1))
            loss = recon + kl
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        for name, value in (("loss", loss), ("recon", recon), ("kl", kl)):
            self.trackers[name].update_state(value)
        return {m.name: m.result() for m in self.metrics}


vae = VAE()
vae.compile(optimizer=keras.optimizers.Adam(2e-3))
log = vae.fit(x_train, epochs=40, batch_size=64, verbose=0)
for name, values in log.history.items():
    print(f"{name:6s} first {values[0]:.4f}  last {values[-1]:.4f}")

rebuilt = vae.predict(x_test, verbose=0)
print("test MSE, rebuilt:       ", np.mean((rebuilt - x_test) ** 2).round(4))
print("test MSE, average digit: ", np.mean((x_train.mean(axis=0) - x_test) ** 2).round(4))
print("spread between rebuilt images:", rebuilt.std(axis=0).mean().round(4), " originals:", x_test.std(axis=0).mean().round(4))
