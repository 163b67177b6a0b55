# Digits with a GradientTape loop (was model.fit before).
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(8)

EPOCHS = 25
BATCH = 32
PATIENCE = 4

X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32")
X_train, X_rest, y_train, y_rest = train_test_split(X, y, test_size=0.4, stratify=y, random_state=8)
X_val, X_test, y_val, y_test = train_test_split(
    X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=8
)

train_ds = (
    tf.data.Dataset.from_tensor_slices((X_train, y_train))
    .shuffle(len(X_train), seed=8)
    .batch(BATCH)
    .prefetch(2)
)
val_ds = tf.data.Dataset.from_tensor_slices((X_val, y_val)).batch(128)

model = tf.keras.Sequential(
    [
        tf.keras.Input((64,)),
        tf.keras.layers.Dense(64, activation="relu"),
        tf.keras.layers.Dropout(0.2),
        tf.keras.layers.Dense(10),
    ]
)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(1e-3)
train_loss = tf.keras.metrics.Mean()
val_acc = tf.keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        logits = model(xb, training=True)
        loss = loss_fn(yb, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss.update_state(loss)


@tf.function
def val_step(xb, yb):
    val_acc.update_state(yb, model(xb, training=False))


best, best_weights, waited = 0.0, None, 0
for epoch in range(EPOCHS):
    train_loss.reset_state()
    for xb, yb in train_ds:
        train_step(xb, yb)
    for xb, yb in val_ds:
        val_step(xb, yb)
    acc = float(val_acc.result())
    print(f"epoch {epoch + 1:2d}: loss {float(train_loss.result()):.4f}, val acc {acc:.4f}")

    if acc > best:
        best, waited = acc, 0
        best_weights = [np.array(w) for w in model.get_weights()]
    else:
        waited += 1
        if waited == PATIENCE:
            print("no progress, stopping")
            break

model.set_weights(best_weights)
test_pred = model(X_test, training=False).numpy().argmax(-1)
print(f"best val acc {best:.4f}, test acc {(test_pred == y_test).mean():.4f}")
