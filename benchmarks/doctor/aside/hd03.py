"""A small VAE on the 8x8 digits; the KL term is faded in over the first epochs."""
import argparse
import os

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits


class Vae:
    def __init__(self, latent, lr):
        L = tf.keras.layers
        self.enc = tf.keras.Sequential([
            tf.keras.Input((64,)), L.Dense(128, activation="relu"), L.Dense(2 * latent)])
        self.dec = tf.keras.Sequential([
            tf.keras.Input((latent,)), L.Dense(128, activation="relu"), L.Dense(64)])
        self.opt = tf.keras.optimizers.Adam(lr)
        self.variables = self.enc.trainable_variables + self.dec.trainable_variables
        self.opt.build(self.variables)
        self.beta = 0.0

    def parts(self, x):
        mean, logvar = tf.split(self.enc(x), 2, axis=-1)
        z = mean + tf.exp(0.5 * logvar) * tf.random.normal(tf.shape(mean))
        logits = self.dec(z)
        rec = tf.reduce_sum(
            tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=logits), axis=-1)
        kl = -0.5 * tf.reduce_sum(1.0 + logvar - tf.square(mean) - tf.exp(logvar), axis=-1)
        return tf.reduce_mean(rec), tf.reduce_mean(kl)

    @tf.function
    def train_step(self, x):
        with tf.GradientTape() as tape:
            rec, kl = self.parts(x)
            loss = rec + self.beta * kl
        grads = tape.gradient(loss, self.variables)
        self.opt.apply_gradients(zip(grads, self.variables))
        return rec, kl


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=40)
    p.add_argument("--warmup", type=int, default=10)
    p.add_argument("--latent", type=int, default=4)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--out", default="out/hd03")
    args = p.parse_args()
    os.makedirs(args.out, exist_ok=True)
    tf.keras.utils.set_random_seed(0)

    x = (load_digits().data / 16.0).astype("float32")
    x = x[np.random.default_rng(0).permutation(len(x))]
    x_train, x_val = x[:1500], x[1500:]
    ds = tf.data.Dataset.from_tensor_slices(x_train).shuffle(1500).batch(64, drop_remainder=True)

    vae = Vae(args.latent, args.lr)
    for epoch in range(args.epochs):
        vae.beta = min(1.0, epoch / args.warmup)
        for xb in ds:
            vae.train_step(xb)
        rec, kl = vae.parts(x_val)
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1} beta {vae.beta:.1f} val rec {float(rec):.2f} "
                  f"kl {float(kl):.2f} elbo {-float(rec + kl):.2f}")

    samples = tf.sigmoid(vae.dec(tf.random.normal((16, args.latent)))).numpy()
    np.save(os.path.join(args.out, "samples.npy"), samples)


if __name__ == "__main__":
    main()
