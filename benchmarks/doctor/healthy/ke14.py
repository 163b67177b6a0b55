"""Gradual magnitude pruning with a hand-written TensorFlow loop.

dense warm-up -> sparsity rises along a cubic curve -> fine-tuning with fixed masks.
Masks are applied to the kernels after every update, because Adam's momentum would
otherwise bring the pruned weights back.
"""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

FINAL = 0.85
WARM, PRUNE, TUNE = 10, 20, 15            # epochs
BATCH = 32

keras.utils.set_random_seed(99)
x, y = load_digits(return_X_y=True)
x, y = (x / 16.0).astype("float32"), y.astype("int32")
x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.2, stratify=y, random_state=9)
x_tr, x_va, y_tr, y_va = train_test_split(x_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=9)

train_ds = (tf.data.Dataset.from_tensor_slices((x_tr, y_tr))
            .shuffle(len(x_tr), seed=9, reshuffle_each_iteration=True).batch(BATCH))

model = keras.Sequential([
    keras.Input((64,)),
    keras.layers.Dense(128, activation="relu"),
    keras.layers.Dense(64, activation="relu"),
    keras.layers.Dense(10),
])
kernels = [layer.kernel for layer in model.layers]
masks = [tf.Variable(tf.ones(k.shape), trainable=False) for k in kernels]

loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = keras.optimizers.Adam(1e-3)
train_loss = keras.metrics.Mean()


def apply_masks():
    for k, m in zip(kernels, masks):
        k.assign(k * m)


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        loss = loss_fn(yb, model(xb, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    apply_masks()
    train_loss.update_state(loss, sample_weight=tf.shape(yb)[0])


def prune_to(sparsity):
    """In each layer the smallest weights go; those already at zero are the smallest."""
    for k, m in zip(kernels, masks):
        size = np.abs(k.numpy()).ravel()
        drop = int(round(sparsity * size.size))
        new = np.ones_like(size)
        new[np.argsort(size, kind="stable")[:drop]] = 0.0
        m.assign(new.reshape(k.shape))
    apply_masks()


def sparsity_now():
    return 1 - sum(np.count_nonzero(k.numpy()) for k in kernels) / sum(int(np.prod(k.shape)) for k in kernels)


def accuracy(xs, ys):
    return float(np.mean(model(xs, training=False).numpy().argmax(1) == ys))


dense_weights = None
for epoch in range(WARM + PRUNE + TUNE):
    if epoch == WARM:
        dense_weights = model.get_weights()
    if WARM <= epoch < WARM + PRUNE:
        progress = (epoch - WARM + 1) / PRUNE
        prune_to(FINAL * (1 - (1 - progress) ** 3))
    if epoch == WARM + PRUNE:
        optimizer.learning_rate.assign(3e-4)
    train_loss.reset_state()
    for xb, yb in train_ds:
        train_step(xb, yb)
    if (epoch + 1) % 5 == 0:
        print(f"epoch {epoch + 1:2d}  loss {float(train_loss.result()):.4f}  sparsity {sparsity_now():.3f}  "
              f"validation accuracy {accuracy(x_va, y_va):.4f}")

pruned_acc, pruned_sparsity = accuracy(x_te, y_te), sparsity_now()

# for comparison: the dense net as it was before pruning, and the same net cut at one stroke
model.set_weights(dense_weights)
dense_acc = accuracy(x_te, y_te)
prune_to(FINAL)
stroke_acc = accuracy(x_te, y_te)
print(f"test accuracy: dense after warm-up {dense_acc:.4f}, {pruned_sparsity:.0%} pruned gradually {pruned_acc:.4f}, "
      f"cut at one stroke without training {stroke_acc:.4f}")
