"""A tiny diffusion model on the two moons (2-d points), TensorFlow with GradientTape."""
import os

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import make_moons

OUT = "out/ij08"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(17)

T = 50
BATCH = 128
EPOCHS = 60

points, _ = make_moons(n_samples=4500, noise=0.04, random_state=17)
points = points.astype("float32")
train_x, valid_x = points[:4000], points[4000:]
mean, std = train_x.mean(axis=0), train_x.std(axis=0)
train_x = (train_x - mean) / std
valid_x = (valid_x - mean) / std

# linear beta schedule
betas = np.linspace(1e-3, 0.2, T).astype("float32")
alphas = 1.0 - betas
alpha_bar = np.cumprod(alphas).astype("float32")
sqrt_ab = tf.constant(np.sqrt(alpha_bar))
sqrt_1mab = tf.constant(np.sqrt(1.0 - alpha_bar))


def build_denoiser():
    x = keras.Input((2,))
    t = keras.Input((), dtype="int32")
    e = layers.Embedding(T, 32)(t)
    h = layers.Concatenate()([x, e])
    for _ in range(3):
        h = layers.Dense(128, activation="silu")(h)
    return keras.Model([x, t], layers.Dense(2)(h))


model = build_denoiser()
optimizer = keras.optimizers.Adam(1e-3)


def add_noise(x0):
    t = np.random.randint(0, T, size=(BATCH,)).astype("int32")
    noise = np.random.normal(size=(BATCH, 2)).astype("float32")
    a = tf.gather(sqrt_ab, t)[:, None]
    s = tf.gather(sqrt_1mab, t)[:, None]
    return a * x0 + s * noise, tf.convert_to_tensor(t), noise


@tf.function
def train_step(x0):
    xt, t, noise = add_noise(x0)
    with tf.GradientTape() as tape:
        predicted = model([xt, t], training=True)
        loss = tf.reduce_mean(tf.square(predicted - noise))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def validate(rounds=4):
    losses = []
    for _ in range(rounds):
        for i in range(0, len(valid_x) - BATCH + 1, BATCH):
            xt, t, noise = add_noise(tf.constant(valid_x[i:i + BATCH]))
            predicted = model([xt, t], training=False)
            losses.append(float(tf.reduce_mean(tf.square(predicted - noise))))
    return np.mean(losses)


def sample(n):
    x = np.random.normal(size=(n, 2)).astype("float32")
    for step in reversed(range(T)):
        t = np.full((n,), step, dtype="int32")
        eps = model([tf.constant(x), tf.constant(t)], training=False).numpy()
        x = (x - betas[step] / np.sqrt(1.0 - alpha_bar[step]) * eps) / np.sqrt(alphas[step])
        if step > 0:
            x = x + np.sqrt(betas[step]) * np.random.normal(size=(n, 2)).astype("float32")
    return x


dataset = tf.data.Dataset.from_tensor_slices(train_x).shuffle(4000).batch(BATCH, drop_remainder=True)
for epoch in range(1, EPOCHS + 1):
    epoch_loss = [float(train_step(batch)) for batch in dataset]
    if epoch % 10 == 0:
        print(f"epoch {epoch}: train {np.mean(epoch_loss):.4f}  validation {validate():.4f}")

made = sample(500)
nearest = np.sqrt(((made[:, None] - valid_x[None]) ** 2).sum(-1)).min(axis=1)
print("mean distance of samples to the nearest real point:", nearest.mean().round(3))
np.save(os.path.join(OUT, "samples.npy"), made * std + mean)
