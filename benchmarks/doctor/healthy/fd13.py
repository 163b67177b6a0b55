"""Digits CNN: own loop, label smoothing by hand, gradient accumulation, cosine rate in a tf.Variable, best weights kept."""
import math
import os

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED, EPOCHS, MICRO, ACCUM, PATIENCE = 13, 30, 32, 2, 8
keras.utils.set_random_seed(SEED)

images, target = load_digits(return_X_y=True)
images = (images.reshape(-1, 8, 8, 1) / 16.0).astype("float32")
target = target.astype("int64")
x_rest, x_test, y_rest, y_test = train_test_split(images, target, test_size=300, stratify=target, random_state=SEED)
x_train, x_val, y_train, y_val = train_test_split(x_rest, y_rest, test_size=300, stratify=y_rest, random_state=SEED)

PER_EPOCH = len(x_train) // (MICRO * ACCUM)
train = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .cache()
    .shuffle(len(x_train), seed=SEED)
    .batch(MICRO * ACCUM, drop_remainder=True)
    .prefetch(tf.data.AUTOTUNE)
)


def make_model():
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            layers.Conv2D(24, 3, padding="same", use_bias=False),
            layers.BatchNormalization(momentum=0.9),
            layers.ReLU(),
            layers.MaxPooling2D(),
            layers.Conv2D(48, 3, padding="same", activation="relu"),
            layers.GlobalAveragePooling2D(),
            layers.Dropout(0.2),
            layers.Dense(10),
        ]
    )


model = make_model()
rate = tf.Variable(0.0, trainable=False, dtype=tf.float32)
momentum = 0.9
velocity = [tf.Variable(tf.zeros(v.shape), trainable=False) for v in model.trainable_variables]
seen_loss = keras.metrics.Mean()


@tf.function
def train_step(x, y):
    weights = model.trainable_variables
    total = [tf.zeros(w.shape) for w in weights]
    for part_x, part_y in zip(tf.split(x, ACCUM), tf.split(y, ACCUM)):
        soft = tf.one_hot(part_y, 10) * 0.95 + 0.005
        with tf.GradientTape() as tape:
            logits = model(part_x, training=True)
            loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=soft, logits=logits))
        seen_loss.update_state(loss)
        total = [t + g / ACCUM for t, g in zip(total, tape.gradient(loss, weights))]
    total, _ = tf.clip_by_global_norm(total, 5.0)
    for w, v, g in zip(weights, velocity, total):
        v.assign(momentum * v + g)
        w.assign_sub(rate * v)


def accuracy(x, y):
    logits = model(tf.constant(x), training=False)
    return float(np.mean(np.argmax(logits.numpy(), axis=1) == y))


def rate_at(step, total, peak=0.1, warmup=40):
    if step < warmup:
        return peak * (step + 1) / warmup
    return 0.5 * peak * (1 + math.cos(math.pi * (step - warmup) / (total - warmup)))


os.makedirs("out/fd13", exist_ok=True)
best_file = "out/fd13/best.weights.h5"
best, waited, step = -1.0, 0, 0
for epoch in range(EPOCHS):
    seen_loss.reset_state()
    for x, y in train:
        rate.assign(rate_at(step, EPOCHS * PER_EPOCH))
        train_step(x, y)
        step += 1
    val = accuracy(x_val, y_val)
    print(f"{epoch + 1:2d} loss {float(seen_loss.result()):.4f} val {val:.3f} rate {rate.numpy():.4f}")
    if val > best:
        best, waited = val, 0
        model.save_weights(best_file)
    else:
        waited += 1
        if waited >= PATIENCE:
            break

model.load_weights(best_file)
print(f"best val {best:.3f}, test {accuracy(x_test, y_test):.3f}")
