# Variational autoencoder on digits, all by hand with GradientTape; the weight of the KL term rises slowly.
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits

tf.random.set_seed(9)
images = (load_digits().data / 16.0).astype("float32")
order = np.random.default_rng(9).permutation(len(images))
train, held = images[order[:1500]], images[order[1500:]]
LATENT = 6

act = tf.keras.layers.LeakyReLU()
encoder = tf.keras.Sequential([tf.keras.Input((64,)), tf.keras.layers.Dense(128), act, tf.keras.layers.Dense(2 * LATENT)])
decoder = tf.keras.Sequential([tf.keras.Input((LATENT,)), tf.keras.layers.Dense(128, activation="elu"),
                               tf.keras.layers.Dense(64)])
opt = tf.keras.optimizers.Adamax(learning_rate=5e-3)
variables = encoder.trainable_variables + decoder.trainable_variables


def terms(x, sample=True):
    mean, logvar = tf.split(encoder(x), 2, axis=-1)
    logvar = tf.clip_by_value(logvar, -8.0, 8.0)
    z = mean + (tf.exp(0.5 * logvar) * tf.random.normal(tf.shape(mean)) if sample else 0.0)
    # grey values as Bernoulli means
    rec = tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(labels=x, logits=decoder(z)), -1)
    kl = 0.5 * tf.reduce_sum(tf.square(mean) + tf.exp(logvar) - 1.0 - logvar, -1)
    return tf.reduce_mean(rec), tf.reduce_mean(kl)


@tf.function
def step(x, beta):
    with tf.GradientTape() as tape:
        rec, kl = terms(x)
        loss = rec + beta * kl
    grads, _ = tf.clip_by_global_norm(tape.gradient(loss, variables), 20.0)
    opt.apply_gradients(zip(grads, variables))
    return rec, kl


data = tf.data.Dataset.from_tensor_slices(train).shuffle(1500).batch(50)
EPOCHS = 40
for epoch in range(EPOCHS):
    beta = tf.constant(min(1.0, (epoch + 1) / 10))
    rec, kl = tf.keras.metrics.Mean(), tf.keras.metrics.Mean()
    for x in data:
        a, b = step(x, beta)
        rec.update_state(a)
        kl.update_state(b)
    if epoch % 8 == 7:
        r, k = terms(held)
        print(f"epoch {epoch + 1}: train {rec.result():.2f} + {kl.result():.2f}, held out {r:.2f} + {k:.2f} = {r + k:.2f}")

p = tf.clip_by_value(train.mean(0), 1e-3, 1 - 1e-3)
flat = -tf.reduce_mean(tf.reduce_sum(held * tf.math.log(p) + (1 - held) * tf.math.log(1 - p), -1))
print(f"independent pixels, held out: {flat:.2f}")
recon = tf.sigmoid(decoder(encoder(held)[:, :LATENT]))
print(f"squared error of reconstructions {tf.reduce_mean((recon - held) ** 2):.4f}, of the mean picture {np.mean((train.mean(0) - held) ** 2):.4f}")
drawn = tf.sigmoid(decoder(tf.random.normal((500, LATENT)))).numpy()
near = lambda a: np.mean([((train - v) ** 2).sum(1).min() for v in a])
print(f"distance to the nearest training picture: drawn {near(drawn[:150]):.2f}, held out {near(held[:150]):.2f}, noise {near(np.random.default_rng(0).random((150, 64))):.2f}")
