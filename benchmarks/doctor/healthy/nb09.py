"""Gradient accumulation by hand: a batch of 128 goes through the network in four pieces of 32.

Warm-up and cosine are counted in UPDATES, of which there is one per batch of 128.
"""
import math

import numpy as np
import tensorflow as tf
import keras
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(4)
BATCH, PIECES, EPOCHS = 128, 4, 60
PEAK, WARMUP_EPOCHS, CLIP = 4e-3, 4, 1.0


class WarmupCosine(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, warmup, total):
        self.peak, self.warmup, self.total = peak, warmup, total

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        up = (step + 1.0) / self.warmup
        done = tf.clip_by_value((step - self.warmup) / (self.total - self.warmup), 0.0, 1.0)
        down = 0.5 * (1.0 + tf.cos(math.pi * done))
        return self.peak * tf.where(step < self.warmup, up, down)

    def get_config(self):
        return {"peak": self.peak, "warmup": self.warmup, "total": self.total}


X, y = load_digits(return_X_y=True)
X, y = (X / 16.0).astype("float32"), y.astype("int32")
x_fit, x_test, y_fit, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=4)
x_train, x_val, y_train, y_val = train_test_split(x_fit, y_fit, test_size=0.15, stratify=y_fit, random_state=4)

# what is left over at the end of an epoch is dropped, and is different rows each time
train = (tf.data.Dataset.from_tensor_slices((x_train, y_train))
         .shuffle(len(x_train), seed=4)
         .batch(BATCH, drop_remainder=True)
         .prefetch(tf.data.AUTOTUNE))
updates_per_epoch = len(x_train) // BATCH

model = keras.Sequential([
    keras.Input((64,)),
    keras.layers.Dense(96, activation="relu"),
    keras.layers.Dropout(0.2),
    keras.layers.Dense(96, activation="relu"),
    keras.layers.Dense(10),
])
schedule = WarmupCosine(PEAK, WARMUP_EPOCHS * updates_per_epoch, EPOCHS * updates_per_epoch)
optimizer = keras.optimizers.AdamW(learning_rate=schedule, weight_decay=1e-3)
optimizer.build(model.trainable_variables)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def update(xb, yb):
    variables = model.trainable_variables
    total = [tf.zeros_like(v) for v in variables]
    loss_sum = 0.0
    # the pieces have the same size, so the mean of their means is the mean of the batch
    for xp, yp in zip(tf.split(xb, PIECES), tf.split(yb, PIECES)):
        with tf.GradientTape() as tape:
            loss = loss_fn(yp, model(xp, training=True)) / PIECES
        total = [a + g for a, g in zip(total, tape.gradient(loss, variables))]
        loss_sum += loss
    clipped, norm = tf.clip_by_global_norm(total, CLIP)
    optimizer.apply_gradients(zip(clipped, variables))
    return loss_sum, norm


def accuracy(x, y_true):
    logits = model(x, training=False).numpy()
    return float(np.mean(logits.argmax(-1) == y_true))


for epoch in range(1, EPOCHS + 1):
    losses, norms = [], []
    for xb, yb in train:
        loss, norm = update(xb, yb)
        losses.append(float(loss))
        norms.append(float(norm))
    if epoch % 10 == 0:
        print(f"epoch {epoch:3d}  loss {np.mean(losses):.4f}  |g| {np.mean(norms):.2f}  val {accuracy(x_val, y_val):.3f}")

assert int(optimizer.iterations) == EPOCHS * updates_per_epoch
print(f"test accuracy {accuracy(x_test, y_test):.3f} (guessing: {np.bincount(y_test).max() / len(y_test):.3f})")
