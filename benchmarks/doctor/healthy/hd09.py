"""Digits: conv net with batch norm and dropout, own loop, best weights kept."""
import os
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

OUT = "out/hd09"
os.makedirs(OUT, exist_ok=True)
tf.keras.utils.set_random_seed(9)

d = load_digits()
x = (d.images / 16.0).astype("float32")[..., None]
y = d.target.astype("int64")
x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=0.2, stratify=y, random_state=1)
x_train, x_val, y_train, y_val = train_test_split(
    x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=1)

BATCH, EPOCHS = 32, 20
train = (tf.data.Dataset.from_tensor_slices((x_train, y_train))
         .cache().shuffle(len(x_train)).batch(BATCH).prefetch(tf.data.AUTOTUNE))
val = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(128)
test = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(128)


def block(t, filters):
    t = tf.keras.layers.Conv2D(filters, 3, padding="same", use_bias=False)(t)
    t = tf.keras.layers.BatchNormalization(momentum=0.9)(t)
    return tf.keras.layers.ReLU()(t)


inputs = tf.keras.Input((8, 8, 1))
h = tf.keras.layers.MaxPooling2D()(block(inputs, 16))
h = tf.keras.layers.GlobalAveragePooling2D()(block(h, 48))
h = tf.keras.layers.Dropout(0.2)(h)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(10)(h))

steps = len(train) * EPOCHS
schedule = tf.keras.optimizers.schedules.CosineDecay(5e-3, decay_steps=steps)
optimizer = tf.keras.optimizers.Adam(schedule)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
mean_loss = tf.keras.metrics.Mean()
accuracy = tf.keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        loss = loss_fn(yb, model(xb, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    mean_loss.update_state(loss)


@tf.function
def eval_step(xb, yb):
    accuracy.update_state(yb, model(xb, training=False))


def evaluate(ds):
    accuracy.reset_state()
    for xb, yb in ds:
        eval_step(xb, yb)
    return float(accuracy.result())


best, best_weights = -1.0, None
for epoch in range(EPOCHS):
    mean_loss.reset_state()
    for xb, yb in train:
        train_step(xb, yb)
    acc = evaluate(val)
    if acc > best:
        best, best_weights = acc, model.get_weights()
    print(f"{epoch + 1:2d}  loss {float(mean_loss.result()):.4f}  val {acc:.4f}")

model.set_weights(best_weights)
print(f"best val {best:.4f}, test {evaluate(test):.4f}")
model.save(os.path.join(OUT, "model.keras"))
