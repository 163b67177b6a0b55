"""Variational autoencoder for 8x8 digits: Keras 3 layers, an own TensorFlow loop, KL warm-up."""
import os

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

OUT = "out/ij15"
LATENT, BATCH, EPOCHS, WARMUP = 8, 64, 40, 10

os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(15)

pixels = (load_digits().data / 16.0).astype("float32")
train_x, rest = train_test_split(pixels, test_size=0.3, random_state=15)
valid_x, test_x = train_test_split(rest, test_size=0.5, random_state=15)

train_ds = tf.data.Dataset.from_tensor_slices(train_x).shuffle(len(train_x)).batch(BATCH, drop_remainder=True)
valid_ds = tf.data.Dataset.from_tensor_slices(valid_x).batch(256)
test_ds = tf.data.Dataset.from_tensor_slices(test_x).batch(256)


def build_encoder():
    x = keras.Input((64,))
    h = layers.Dense(128, activation="relu")(x)
    h = layers.Dense(64, activation="relu")(h)
    return keras.Model(x, [layers.Dense(LATENT)(h), layers.Dense(LATENT)(h)], name="encoder")


def build_decoder():
    z = keras.Input((LATENT,))
    h = layers.Dense(64, activation="relu")(z)
    h = layers.Dense(128, activation="relu")(h)
    return keras.Model(z, layers.Dense(64)(h), name="decoder")   # logits of the pixels


encoder, decoder = build_encoder(), build_decoder()
weights = encoder.trainable_variables + decoder.trainable_variables
schedule = keras.optimizers.schedules.CosineDecay(2e-3, decay_steps=EPOCHS * len(train_ds), alpha=0.02)
optimizer = keras.optimizers.Adam(schedule, global_clipnorm=5.0)


def terms(x, training):
    mean, log_var = encoder(x, training=training)
    z = mean + tf.exp(0.5 * log_var) * tf.random.normal(tf.shape(mean))
    logits = decoder(z, training=training)
    rec = tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=logits), axis=1)
    kl = -0.5 * tf.reduce_sum(1.0 + log_var - tf.square(mean) - tf.exp(log_var), axis=1)
    return rec, kl


@tf.function
def train_step(x, beta):
    with tf.GradientTape() as tape:
        rec, kl = terms(x, training=True)
        loss = tf.reduce_mean(rec + beta * kl)
    optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
    return loss


@tf.function
def eval_step(x):
    rec, kl = terms(x, training=False)
    return tf.reduce_sum(rec + kl)


def neg_elbo(ds, n):
    return sum(float(eval_step(x)) for x in ds) / n


mean_loss = keras.metrics.Mean()
best = np.inf
for epoch in range(EPOCHS):
    beta = tf.constant(min(1.0, (epoch + 1) / WARMUP), dtype=tf.float32)
    mean_loss.reset_state()
    for x in train_ds:
        mean_loss.update_state(train_step(x, beta))
    score = neg_elbo(valid_ds, len(valid_x))
    if score < best:
        best = score
        encoder.save_weights(os.path.join(OUT, "encoder.weights.h5"))
        decoder.save_weights(os.path.join(OUT, "decoder.weights.h5"))
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1}: beta {float(beta):.1f}  train {float(mean_loss.result()):.2f}  validation {score:.2f}")

encoder.load_weights(os.path.join(OUT, "encoder.weights.h5"))
decoder.load_weights(os.path.join(OUT, "decoder.weights.h5"))
p = np.clip(train_x.mean(axis=0), 1e-3, 1 - 1e-3)
naive = -(test_x * np.log(p) + (1 - test_x) * np.log(1 - p)).sum(axis=1).mean()
print(f"test -ELBO {neg_elbo(test_ds, len(test_x)):.2f} (mean picture: {naive:.2f})")

new = tf.sigmoid(decoder(tf.random.normal((16, LATENT)), training=False)).numpy().reshape(16, 8, 8)
np.save(os.path.join(OUT, "new_digits.npy"), new)
