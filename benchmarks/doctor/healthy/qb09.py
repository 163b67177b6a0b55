# Denoising autoencoder on 8x8 digits, written with GradientTape.
# We don't predict labels here: the target is the clean picture, measured by PSNR on unseen pictures.
import math
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA

tf.keras.utils.set_random_seed(4)
SIGMA, BATCH, EPOCHS = 0.25, 64, 40

pics = (load_digits().images / 16.0).astype("float32")[..., None]
perm = np.random.default_rng(4).permutation(len(pics))
n = len(pics)
clean = {
    "fit": pics[perm[: int(0.7 * n)]],
    "dev": pics[perm[int(0.7 * n): int(0.85 * n)]],
    "test": pics[perm[int(0.85 * n):]],
}
# noise of dev and test is drawn once, so that every epoch is measured with the same pictures
fixed = np.random.default_rng(99)
noisy = {k: clean[k] + fixed.normal(0, SIGMA, clean[k].shape).astype("float32") for k in ("dev", "test")}


def conv(filters, **kw):
    return tf.keras.layers.Conv2D(filters, 3, padding="same", activation="relu", **kw)


net = tf.keras.Sequential([
    tf.keras.Input((8, 8, 1)),
    conv(16),
    conv(32, strides=2),
    conv(32),
    tf.keras.layers.UpSampling2D(),
    conv(16),
    tf.keras.layers.Conv2D(1, 3, padding="same", activation="sigmoid"),  # pictures lie in 0..1
])

steps_per_epoch = len(clean["fit"]) // BATCH          # drop_remainder below
schedule = tf.keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=EPOCHS * steps_per_epoch)
adam = tf.keras.optimizers.Adam(schedule)
adam.build(net.trainable_variables)
stream = (tf.data.Dataset.from_tensor_slices(clean["fit"])
          .shuffle(len(clean["fit"]), seed=4)
          .batch(BATCH, drop_remainder=True)
          .prefetch(2))


@tf.function
def update(x):
    x_noisy = x + tf.random.normal(tf.shape(x), stddev=SIGMA)  # new noise each time
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x_noisy, training=True) - x))
    adam.apply_gradients(zip(tape.gradient(loss, net.trainable_variables), net.trainable_variables))
    return loss


def mse(part):
    out = net.predict(noisy[part], batch_size=256, verbose=0)
    return float(np.mean((out - clean[part]) ** 2))


def psnr(err):
    return -10 * math.log10(err)


best_err, best_weights = math.inf, None
for epoch in range(1, EPOCHS + 1):
    losses = [float(update(x)) for x in stream]
    err = mse("dev")
    if err < best_err:
        best_err, best_weights = err, net.get_weights()
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  train mse {np.mean(losses):.4f}  dev psnr {psnr(err):.2f} dB")
net.set_weights(best_weights)


# --- what can be had without a network? --------------------------------------------------------------
def flat(a):
    return a.reshape(len(a), -1)


def pca_err(k, part):
    p = PCA(k, random_state=0).fit(flat(clean["fit"]))
    back = np.clip(p.inverse_transform(p.transform(flat(noisy[part]))), 0, 1)
    return float(np.mean((back - flat(clean[part])) ** 2))


k = min((4, 8, 12, 16, 24, 32), key=lambda k: pca_err(k, "dev"))
print(f"test psnr: untouched {psnr(np.mean((noisy['test'] - clean['test']) ** 2)):.2f} dB")
print(f"           mean picture {psnr(np.mean((clean['fit'].mean(0) - clean['test']) ** 2)):.2f} dB")
print(f"           PCA with {k} components {psnr(pca_err(k, 'test')):.2f} dB")
print(f"           network {psnr(mse('test')):.2f} dB")
os.makedirs("out/qb09", exist_ok=True)
net.save("out/qb09/denoise.keras")
