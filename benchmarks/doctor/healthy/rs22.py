# GradientTape over digits: a loss summed by hand, clipped gradients, a schedule by step
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import time
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(77)
X, y = load_digits(return_X_y=True)
X = (X / 8.0 - 1.0).astype("float32").reshape(-1, 8, 8, 1)
X, X_test, y, y_test = train_test_split(X, y.astype("int32"), test_size=0.25, stratify=y, random_state=77)

BATCH, EPOCHS = 64, 12
train = tf.data.Dataset.from_tensor_slices((X, y)).shuffle(len(X)).batch(BATCH).prefetch(2)
test = tf.data.Dataset.from_tensor_slices((X_test, y_test)).batch(256)

model = tf.keras.Sequential([
    tf.keras.Input((8, 8, 1)),
    tf.keras.layers.Conv2D(24, 3, padding="same", use_bias=False),
    tf.keras.layers.BatchNormalization(),
    tf.keras.layers.ReLU(),
    tf.keras.layers.MaxPool2D(),
    tf.keras.layers.Conv2D(48, 3, padding="same", activation="relu"),
    tf.keras.layers.Flatten(),
    tf.keras.layers.Dropout(0.3),
    tf.keras.layers.Dense(10),
])
steps = EPOCHS * int(np.ceil(len(X) / BATCH))
optimizer = tf.keras.optimizers.SGD(tf.keras.optimizers.schedules.CosineDecay(0.08, steps), momentum=0.9)
per_example = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
mean_loss = tf.keras.metrics.Mean()
accuracy = tf.keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(xb, yb):
    with tf.GradientTape() as tape:
        losses = per_example(yb, model(xb, training=True))
        # divided by the nominal size: the last, smaller batch counts for less, as its rows are fewer
        loss = tf.reduce_sum(losses) / BATCH
    grads = tape.gradient(loss, model.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 2.0)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    mean_loss.update_state(losses)


@tf.function
def test_step(xb, yb):
    accuracy.update_state(yb, model(xb, training=False))


for epoch in range(EPOCHS):
    start = time.time()
    mean_loss.reset_state()
    accuracy.reset_state()
    for xb, yb in train:
        train_step(xb, yb)
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1}: loss {mean_loss.result():.4f}  lr {float(optimizer.learning_rate):.4f}  {time.time() - start:.1f}s")

accuracy.reset_state()
for xb, yb in test:
    test_step(xb, yb)
print(f"test accuracy {accuracy.result():.4f}")
