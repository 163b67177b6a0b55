# %% [markdown]
# # Denoising autoencoder (TensorFlow, own training step)
# The network sees a noisy digit and is asked for the clean one.

# %%
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits

SIGMA = 0.3
EPOCHS = 40
BATCH = 64
tf.keras.utils.set_random_seed(2024)

# %%
images = (load_digits().data / 16.0).astype(np.float32)
order = np.random.default_rng(2024).permutation(len(images))
train, val, test = np.split(images[order], [1200, 1500])


def corrupt(clean, seed):
    noise = np.random.default_rng(seed).normal(0.0, SIGMA, clean.shape)
    return (clean + noise).astype(np.float32)


# validation and test are disturbed once and for all, training rows afresh in each step
val_noisy, test_noisy = corrupt(val, 1), corrupt(test, 2)

# %%
train_ds = (tf.data.Dataset.from_tensor_slices(train)
            .shuffle(len(train), seed=5, reshuffle_each_iteration=True)
            .batch(BATCH)
            .prefetch(tf.data.AUTOTUNE))

net = tf.keras.Sequential([
    tf.keras.Input((64,)),
    tf.keras.layers.Dense(128, activation="relu"),
    tf.keras.layers.Dense(48, activation="relu", name="code"),
    tf.keras.layers.Dense(128, activation="relu"),
    tf.keras.layers.Dense(64, activation="sigmoid"),  # pixels live between 0 and 1
])

steps = EPOCHS * int(np.ceil(len(train) / BATCH))
schedule = tf.keras.optimizers.schedules.CosineDecay(3e-3, decay_steps=steps)
optimizer = tf.keras.optimizers.Adam(schedule)
optimizer.build(net.trainable_variables)


# %%
@tf.function
def train_step(clean):
    noisy = clean + tf.random.normal(tf.shape(clean), stddev=SIGMA)
    with tf.GradientTape() as tape:
        restored = net(noisy, training=True)
        loss = tf.reduce_mean(tf.square(restored - clean))
    grads = tape.gradient(loss, net.trainable_variables)
    optimizer.apply_gradients(zip(grads, net.trainable_variables))
    return loss


def mse(noisy, clean):
    restored = net(tf.constant(noisy), training=False).numpy()
    return float(np.mean((restored - clean) ** 2))


# %%
best_val, best_weights = np.inf, None
for epoch in range(EPOCHS):
    total = 0.0
    for clean in train_ds:
        total += float(train_step(clean)) * len(clean)
    v = mse(val_noisy, val)
    if v < best_val:
        best_val, best_weights = v, net.get_weights()
    if (epoch + 1) % 10 == 0:
        print(f"epoch {epoch + 1:3d}  train {total / len(train):.5f}  val {v:.5f}")

# %%
net.set_weights(best_weights)
mean_image = train.mean(axis=0)
print("test MSE")
print(f"  restored by the network  {mse(test_noisy, test):.5f}")
print(f"  noisy picture as it is   {np.mean((test_noisy - test) ** 2):.5f}")
print(f"  noisy picture, clipped   {np.mean((test_noisy.clip(0, 1) - test) ** 2):.5f}")
print(f"  mean training picture    {np.mean((mean_image - test) ** 2):.5f}")
