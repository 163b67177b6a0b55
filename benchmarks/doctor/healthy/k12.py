"""GAN for a ring of eight 2-D Gaussians, TF loop with tf.function.

Two distances to a held-out sample are printed: MMD (RBF mix) and the share of modes covered.
"""
import numpy as np
import tensorflow as tf
import keras

keras.utils.set_random_seed(0)
MODES, RADIUS, STD, NOISE, BATCH = 8, 2.0, 0.15, 8, 256
centres = np.stack(
    [RADIUS * np.cos(2 * np.pi * np.arange(MODES) / MODES), RADIUS * np.sin(2 * np.pi * np.arange(MODES) / MODES)], 1
).astype("float32")


def sample_ring(n, rng):
    return (centres[rng.integers(0, MODES, n)] + rng.normal(0, STD, (n, 2))).astype("float32")


train = sample_ring(8192, np.random.default_rng(1))
held_out = sample_ring(1000, np.random.default_rng(2))

gen = keras.Sequential(
    [keras.Input((NOISE,)), keras.layers.Dense(96, "relu"), keras.layers.Dense(96, "relu"), keras.layers.Dense(2)]
)
disc = keras.Sequential(
    [keras.Input((2,)), keras.layers.Dense(96, keras.layers.LeakyReLU(0.2)), keras.layers.Dense(96, keras.layers.LeakyReLU(0.2)),
     keras.layers.Dense(1)]
)
g_opt = keras.optimizers.Adam(1e-3, beta_1=0.5)
d_opt = keras.optimizers.Adam(1e-3, beta_1=0.5)
g_opt.build(gen.trainable_variables)
d_opt.build(disc.trainable_variables)
bce = keras.losses.BinaryCrossentropy(from_logits=True)
rng_tf = tf.random.Generator.from_seed(3)


@tf.function
def train_step(real):
    z = rng_tf.normal((BATCH, NOISE))
    # discriminator, one-sided label smoothing
    with tf.GradientTape() as tape:
        fake = tf.stop_gradient(gen(z, training=True))
        d_real, d_fake = disc(real, training=True), disc(fake, training=True)
        d_loss = bce(0.9 * tf.ones_like(d_real), d_real) + bce(tf.zeros_like(d_fake), d_fake)
    d_opt.apply_gradients(zip(tape.gradient(d_loss, disc.trainable_variables), disc.trainable_variables))
    # generator, non-saturating loss
    z = rng_tf.normal((BATCH, NOISE))
    with tf.GradientTape() as tape:
        d_out = disc(gen(z, training=True), training=True)
        g_loss = bce(tf.ones_like(d_out), d_out)
    g_opt.apply_gradients(zip(tape.gradient(g_loss, gen.trainable_variables), gen.trainable_variables))
    return d_loss, g_loss


def mmd(a, b):
    def k(x, y):
        d = ((x[:, None] - y[None]) ** 2).sum(-1)
        return sum(np.exp(-d / (2 * s * s)) for s in (0.2, 0.5, 1.0)).mean()

    return k(a, a) + k(b, b) - 2 * k(a, b)


def report(tag):
    fake = gen(tf.random.stateless_normal((1000, NOISE), seed=(5, 6)), training=False).numpy()
    d = np.linalg.norm(fake[:, None] - centres[None], axis=-1)
    near, who = d.min(1) < 4 * STD, d.argmin(1)
    covered = sum((near & (who == k)).sum() >= 20 for k in range(MODES))
    score = mmd(fake, held_out)
    print(f"{tag}: MMD^2 {score:.4f}  on a mode {near.mean():.2f}  modes covered {covered}/{MODES}")
    return score


first = report("untrained")
ds = tf.data.Dataset.from_tensor_slices(train).shuffle(len(train)).repeat().batch(BATCH, drop_remainder=True).take(3000)
d_mean, g_mean = keras.metrics.Mean(), keras.metrics.Mean()
for i, batch in enumerate(ds, 1):
    d, g = train_step(batch)
    d_mean.update_state(d)
    g_mean.update_state(g)
    if i % 600 == 0:
        report(f"step {i:5d}  D {float(d_mean.result()):.3f} G {float(g_mean.result()):.3f}")
        d_mean.reset_state()
        g_mean.reset_state()
last = report("final")
print(f"MMD^2 went from {first:.4f} to {last:.4f}")
