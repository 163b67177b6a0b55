"""Denoise short sensor traces. Custom loop, half precision."""
import time
import numpy as np
import tensorflow as tf
import keras
from keras import layers

keras.mixed_precision.set_global_policy("mixed_float16")
keras.utils.set_random_seed(9)
rng = np.random.default_rng(9)


def traces(n, length=64):
    t = np.linspace(0, 1, length)
    f = rng.uniform(1, 4, (n, 1))
    p = rng.uniform(0, 2 * np.pi, (n, 1))
    clean = np.sin(2 * np.pi * f * t + p)
    noisy = clean + rng.normal(0, 0.4, clean.shape)
    return noisy[..., None].astype("float32"), clean[..., None].astype("float32")


noisy, clean = traces(1024)
vnoisy, vclean = traces(128)
ds = tf.data.Dataset.from_tensor_slices((noisy, clean)).shuffle(1024).batch(32, drop_remainder=True)


class Denoiser(keras.Model):
    def __init__(self, width=16):
        super().__init__()
        self.a = layers.Conv1D(width, 9, padding="same", activation="relu")
        self.b = layers.Conv1D(width, 9, padding="same", activation="relu")
        self.out = layers.Conv1D(1, 9, padding="same")

    def call(self, x):
        return self.out(self.b(self.a(x)))


net = Denoiser()
opt = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(2e-3))


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        y_hat = net(x, training=True)
        loss = tf.reduce_mean(tf.square(y - y_hat))
        scaled = opt.scale_loss(loss)
    grads = tape.gradient(scaled, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    return loss


for epoch in range(5):
    t0 = time.time()
    losses = [float(train_step(x, y)) for x, y in ds]
    val = np.mean((net.predict(vnoisy, verbose=0).astype("float32") - vclean) ** 2)
    print(f"epoch {epoch}: loss {np.mean(losses):.4f} val mse {val:.4f} ({time.time() - t0:.1f} s)")
print("mse of the raw traces: %.4f" % np.mean((vnoisy - vclean) ** 2))
