"""Three spirals with a hand-written TensorFlow loop (tf.data, GradientTape, tf.function)."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
import tensorflow as tf

EPOCHS, BATCH, CLASSES, PER_CLASS = 60, 64, 3, 600

keras.utils.set_random_seed(17)


def spirals(rng):
    label = np.repeat(np.arange(CLASSES), PER_CLASS)
    radius = rng.uniform(0.1, 1.0, size=len(label))
    angle = 4.0 * radius + label * 2 * np.pi / CLASSES + rng.normal(scale=0.15, size=len(label))
    points = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    order = rng.permutation(len(label))
    return points[order].astype("float32"), label[order].astype("int32")


points, labels = spirals(np.random.default_rng(17))
a, b = int(0.6 * len(points)), int(0.8 * len(points))
x_train, y_train = points[:a], labels[:a]
train_ds = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .shuffle(len(x_train), seed=17, reshuffle_each_iteration=True)
    .batch(BATCH)
    .prefetch(tf.data.AUTOTUNE)
)
val_ds = tf.data.Dataset.from_tensor_slices((points[a:b], labels[a:b])).batch(256)
test_ds = tf.data.Dataset.from_tensor_slices((points[b:], labels[b:])).batch(256)

inputs = keras.Input((2,))
h = keras.layers.Dense(64, activation="relu")(inputs)
h = keras.layers.Dense(64, activation="relu")(h)
h = keras.layers.Dropout(0.1)(h)
model = keras.Model(inputs, keras.layers.Dense(CLASSES)(h))

steps = EPOCHS * int(train_ds.cardinality())
optimizer = keras.optimizers.Adam(keras.optimizers.schedules.CosineDecay(5e-3, decay_steps=steps))
optimizer.build(model.trainable_variables)
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
mean_loss = keras.metrics.Mean()
accuracy = keras.metrics.SparseCategoricalAccuracy()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    # weight by rows: the last batch of an epoch is smaller
    mean_loss.update_state(loss, sample_weight=tf.cast(tf.shape(x)[0], tf.float32))


@tf.function
def eval_step(x, y):
    accuracy.update_state(y, model(x, training=False))


def evaluate(ds):
    accuracy.reset_state()
    for x, y in ds:
        eval_step(x, y)
    return float(accuracy.result())


best, best_weights = -1.0, None
for epoch in range(1, EPOCHS + 1):
    mean_loss.reset_state()
    for x, y in train_ds:
        train_step(x, y)
    val = evaluate(val_ds)
    if val > best:
        best, best_weights = val, model.get_weights()
    if epoch % 10 == 0:
        print(f"epoch {epoch:3d}  loss {float(mean_loss.result()):.4f}  val acc {val:.4f}")

model.set_weights(best_weights)
guess = np.bincount(y_train).argmax()
print(f"test acc {evaluate(test_ds):.4f}   always class {guess}: {(labels[b:] == guess).mean():.4f}")
os.makedirs("out/qd14", exist_ok=True)
model.save_weights("out/qd14/spirals.weights.h5")
