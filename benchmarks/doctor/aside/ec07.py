# digits, own training loop (was a notebook, cells joined)
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import time

import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from tensorflow import keras
from tensorflow.keras import layers

tf.keras.utils.set_random_seed(2024)

# %% data
X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32")
y = y.astype("int32")
X_tr, X_va, y_tr, y_va = train_test_split(X, y, test_size=0.25, stratify=y, random_state=5)

train_ds = (
    tf.data.Dataset.from_tensor_slices((X_tr, y_tr)).shuffle(len(X_tr)).batch(32, drop_remainder=True)
)
val_ds = tf.data.Dataset.from_tensor_slices((X_va, y_va)).batch(16)

# %% model
model = keras.Sequential(
    [
        keras.Input((64,)),
        layers.Dense(128, use_bias=False),
        layers.BatchNormalization(momentum=0.95),
        layers.ReLU(),
        layers.Dropout(0.4),
        layers.Dense(64, use_bias=False),
        layers.BatchNormalization(momentum=0.95),
        layers.ReLU(),
        layers.Dropout(0.4),
        layers.Dense(10),
    ]
)
optimizer = keras.optimizers.Adam(2e-3)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

train_loss = keras.metrics.Mean()
train_acc = keras.metrics.SparseCategoricalAccuracy()
val_loss = keras.metrics.SparseCategoricalCrossentropy(from_logits=True)
val_acc = keras.metrics.SparseCategoricalAccuracy()


# %% steps
@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        logits = model(xb, training=True)
        loss = loss_fn(yb, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss.update_state(loss)
    train_acc.update_state(yb, logits)


@tf.function
def val_step(xb, yb):
    logits = model(xb, training=True)
    val_loss.update_state(yb, logits)
    val_acc.update_state(yb, logits)


# %% loop
optimizer.build(model.trainable_variables)

for epoch in range(1, 26):
    start = time.time()
    for m in (train_loss, train_acc, val_loss, val_acc):
        m.reset_state()

    for xb, yb in train_ds:
        train_step(xb, yb)
    for xb, yb in val_ds:
        val_step(xb, yb)

    print(
        f"epoch {epoch:2d}  "
        f"loss {float(train_loss.result()):.4f}  acc {float(train_acc.result()):.4f}  "
        f"val_loss {float(val_loss.result()):.4f}  val_acc {float(val_acc.result()):.4f}  "
        f"({time.time() - start:.1f}s)"
    )
