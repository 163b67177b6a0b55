"""A GradientTape loop, the long way round: digits, small CNN, exponential moving average of the weights."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(31)

EPOCHS = 25
BATCH = 64
DECAY = 0.98

images, labels = load_digits(return_X_y=True)
images = (images / 16.0).reshape(-1, 8, 8, 1).astype("float32")
labels = labels.astype("int64")

x_train, x_test, y_train, y_test = train_test_split(images, labels, test_size=300, stratify=labels, random_state=31)
x_train, x_val, y_train, y_val = train_test_split(x_train, y_train, test_size=300, stratify=y_train, random_state=31)

train_ds = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .shuffle(len(x_train), seed=31, reshuffle_each_iteration=True)
    .batch(BATCH)
    .prefetch(tf.data.AUTOTUNE)
)
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(150)
test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(150)


def build():
    return tf.keras.Sequential(
        [
            tf.keras.Input(shape=(8, 8, 1)),
            tf.keras.layers.Conv2D(16, 3, padding="same", activation="relu"),
            tf.keras.layers.MaxPooling2D(),
            tf.keras.layers.Conv2D(32, 3, padding="same", activation="relu"),
            tf.keras.layers.GlobalAveragePooling2D(),
            tf.keras.layers.Dropout(0.1),
            tf.keras.layers.Dense(10),  # logits
        ]
    )


model = build()
averaged = build()  # no BatchNorm inside, so averaging all weights is enough
averaged.set_weights(model.get_weights())

steps_per_epoch = int(np.ceil(len(x_train) / BATCH))
schedule = tf.keras.optimizers.schedules.CosineDecay(5e-3, decay_steps=EPOCHS * steps_per_epoch, alpha=0.01)
optimizer = tf.keras.optimizers.Adam(schedule)
optimizer.build(model.trainable_variables)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

train_loss = tf.keras.metrics.Mean()
train_acc = tf.keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_fn(y, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss.update_state(loss, sample_weight=tf.cast(tf.shape(y)[0], tf.float32))
    train_acc.update_state(y, logits)


def update_average():
    for slow, fast in zip(averaged.trainable_variables, model.trainable_variables):
        slow.assign(DECAY * slow + (1.0 - DECAY) * fast)


def measure(net, ds):
    metric = tf.keras.metrics.SparseCategoricalAccuracy()
    for x, y in ds:
        metric.update_state(y, net(x, training=False))
    return float(metric.result())


for epoch in range(EPOCHS):
    train_loss.reset_state()
    train_acc.reset_state()
    for x, y in train_ds:
        train_step(x, y)
        update_average()
    if (epoch + 1) % 5 == 0:
        print(
            f"epoch {epoch + 1:2d}  loss {float(train_loss.result()):.4f}  acc {float(train_acc.result()):.3f}"
            f"  val {measure(model, val_ds):.3f}  val (average) {measure(averaged, val_ds):.3f}"
        )

# which of the two is kept is decided on the validation rows
use_average = measure(averaged, val_ds) >= measure(model, val_ds)
chosen = averaged if use_average else model
chance = float(np.mean(y_test == np.bincount(y_train).argmax()))
print(f"{'averaged' if use_average else 'last'} weights: test accuracy {measure(chosen, test_ds):.3f}, majority {chance:.3f}")
