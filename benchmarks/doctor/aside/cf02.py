"""Small VAE on the 8x8 digits, KL term warmed up over the first epochs."""
import argparse

import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


def make_encoder(latent):
    return keras.Sequential([
        keras.Input((64,)),
        layers.Dense(128, activation="relu"),
        layers.Dense(2 * latent),
    ])


def make_decoder(latent):
    return keras.Sequential([
        keras.Input((latent,)),
        layers.Dense(128, activation="relu"),
        layers.Dense(64),
    ])


class VAETrainer:
    def __init__(self, latent, lr, warmup):
        self.encoder = make_encoder(latent)
        self.decoder = make_decoder(latent)
        self.optimizer = keras.optimizers.Adam(lr)
        self.variables = self.encoder.trainable_variables + self.decoder.trainable_variables
        self.optimizer.build(self.variables)
        self.warmup = warmup
        self.beta = 0.0

    def terms(self, x):
        mu, logvar = tf.split(self.encoder(x), 2, axis=-1)
        logvar = tf.clip_by_value(logvar, -10.0, 10.0)
        z = mu + tf.exp(0.5 * logvar) * tf.random.normal(tf.shape(mu))
        logits = self.decoder(z)
        recon = tf.reduce_sum(
            tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=logits), axis=-1)
        kl = -0.5 * tf.reduce_sum(1 + logvar - mu ** 2 - tf.exp(logvar), axis=-1)
        return tf.reduce_mean(recon), tf.reduce_mean(kl)

    @tf.function
    def train_step(self, x):
        with tf.GradientTape() as tape:
            recon, kl = self.terms(x)
            loss = recon + self.beta * kl
        grads = tape.gradient(loss, self.variables)
        self.optimizer.apply_gradients(zip(grads, self.variables))
        return recon, kl

    def fit(self, train_ds, x_val, epochs):
        for epoch in range(epochs):
            self.beta = min(1.0, epoch / self.warmup)
            logs = [[float(v) for v in self.train_step(x)] for x in train_ds]
            recon, kl = np.mean(logs, axis=0)
            v_recon, v_kl = self.terms(x_val)
            print(f"epoch {epoch:2d} beta {self.beta:.2f} recon {recon:6.2f} kl {kl:6.2f} "
                  f"| val neg. ELBO {float(v_recon + v_kl):6.2f}")

    def sample(self, n, latent):
        z = tf.random.normal((n, latent))
        return tf.sigmoid(self.decoder(z)).numpy().reshape(n, 8, 8)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--latent", type=int, default=8)
    p.add_argument("--epochs", type=int, default=30)
    p.add_argument("--warmup", type=int, default=10)
    p.add_argument("--lr", type=float, default=2e-3)
    a = p.parse_args()
    keras.utils.set_random_seed(0)

    x = (load_digits().data / 16.0).astype("float32")
    x_train, x_val = train_test_split(x, test_size=0.2, random_state=0)
    ds = (tf.data.Dataset.from_tensor_slices(x_train)
          .shuffle(len(x_train)).batch(64, drop_remainder=True))

    trainer = VAETrainer(a.latent, a.lr, a.warmup)
    trainer.fit(ds, tf.constant(x_val), a.epochs)
    for img in trainer.sample(2, a.latent):
        print("\n".join("".join(" .:#"[int(v * 3.99)] for v in row) for row in img), "\n")


if __name__ == "__main__":
    main()
