"""Handwritten digits under mixed_bfloat16: own loop, AdamW for the body and SGD for the classifier head.

bfloat16 has float32's exponent range, so no loss scaling is needed; the variables stay float32 and the
logits are brought back to float32 before the softmax.
"""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

os.makedirs("outputs/o05", exist_ok=True)
keras.utils.set_random_seed(5)
keras.mixed_precision.set_global_policy("mixed_bfloat16")

X, y = load_digits(return_X_y=True)
X = (X.reshape(-1, 8, 8, 1) / 16.0).astype("float32")
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.2, stratify=y, random_state=5)
X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.15, stratify=y_tr, random_state=5)

body = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        layers.Conv2D(24, 3, padding="same", use_bias=False),
        layers.BatchNormalization(momentum=0.9),
        layers.ReLU(),
        layers.MaxPooling2D(),
        layers.Conv2D(48, 3, padding="same", use_bias=False),
        layers.BatchNormalization(momentum=0.9),
        layers.ReLU(),
        layers.GlobalAveragePooling2D(),
        layers.Dropout(0.1),
    ],
    name="body",
)
head = keras.Sequential([keras.Input((48,)), layers.Dense(10), layers.Activation("linear", dtype="float32")], name="head")
assert body.layers[0].compute_dtype == "bfloat16" and body.layers[0].variable_dtype == "float32"

EPOCHS, BATCH = 12, 32
steps = (len(X_tr) // BATCH) * EPOCHS
opt_body = keras.optimizers.AdamW(keras.optimizers.schedules.CosineDecay(3e-3, steps), weight_decay=1e-4)
opt_head = keras.optimizers.SGD(keras.optimizers.schedules.CosineDecay(0.1, steps), momentum=0.9, nesterov=True)
opt_body.build(body.trainable_variables)
opt_head.build(head.trainable_variables)

cross_entropy = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
mean_loss = keras.metrics.Mean()
train_acc = keras.metrics.SparseCategoricalAccuracy()

ds = (
    tf.data.Dataset.from_tensor_slices((X_tr, y_tr.astype("int32")))
    .shuffle(len(X_tr), seed=5)
    .batch(BATCH, drop_remainder=True)
    .prefetch(tf.data.AUTOTUNE)
)


@tf.function
def step(images, labels):
    with tf.GradientTape() as tape:
        logits = head(body(images, training=True), training=True)
        loss = cross_entropy(labels, logits)
    g_body, g_head = tape.gradient(loss, [body.trainable_variables, head.trainable_variables])
    opt_body.apply(g_body, body.trainable_variables)
    opt_head.apply(g_head, head.trainable_variables)
    mean_loss.update_state(loss)
    train_acc.update_state(labels, logits)


@tf.function
def infer(images):
    return head(body(images, training=False), training=False)


def evaluate(images, labels):
    logits = infer(tf.constant(images)).numpy()
    assert logits.dtype == np.float32
    return float(np.mean(logits.argmax(1) == labels))


for epoch in range(EPOCHS):
    mean_loss.reset_state()
    train_acc.reset_state()
    for images, labels in ds:
        step(images, labels)
    print(
        f"[{epoch + 1:02d}/{EPOCHS}] loss={float(mean_loss.result()):.4f} acc={float(train_acc.result()):.3f} "
        f"val_acc={evaluate(X_va, y_va):.3f}"
    )

body.save_weights("outputs/o05/body.weights.h5")
head.save_weights("outputs/o05/head.weights.h5")
print(f"test accuracy: {evaluate(X_te, y_te):.3f}")
