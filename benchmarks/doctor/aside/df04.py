"""Transfer on digits: learn 0-5, then move the backbone to 6-9 in two stages with our own loop."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import tensorflow as tf
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(3)
OUT = "out/df04"
os.makedirs(OUT, exist_ok=True)
BATCH = 32


def load():
    x, y = load_digits(return_X_y=True)
    return (x / 16.0).astype("float32").reshape(-1, 8, 8, 1), y.astype("int32")


def make_backbone():
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            layers.Conv2D(16, 3, padding="same", use_bias=False),
            layers.BatchNormalization(momentum=0.9),
            layers.ReLU(),
            layers.MaxPooling2D(),
            layers.Conv2D(32, 3, padding="same", use_bias=False),
            layers.BatchNormalization(momentum=0.9),
            layers.ReLU(),
            layers.GlobalAveragePooling2D(),
        ],
        name="backbone",
    )


def make_step(model, loss_fn, optimizer):
    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            logits = model(x, training=True)
            loss = loss_fn(y, logits)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        return loss

    return step


def evaluate(model, ds):
    acc = keras.metrics.SparseCategoricalAccuracy()
    for x, y in ds:
        acc.update_state(y, model(x, training=False))
    return float(acc.result())


x, y = load()
old, new = y < 6, y >= 6

# ---- pretraining on the first six digits
backbone = make_backbone()
source = keras.Sequential([keras.Input((8, 8, 1)), backbone, layers.Dense(6, activation="softmax")])
source.compile(keras.optimizers.Adam(3e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
source.fit(x[old], y[old], epochs=3, batch_size=BATCH, verbose=2)

# ---- the new task
xt, xv, yt, yv = train_test_split(x[new], y[new] - 6, test_size=0.3, stratify=y[new], random_state=0)
train_ds = tf.data.Dataset.from_tensor_slices((xt, yt)).shuffle(len(xt), seed=0).batch(BATCH)
val_ds = tf.data.Dataset.from_tensor_slices((xv, yv)).batch(128)

backbone.trainable = False
model = keras.Sequential([keras.Input((8, 8, 1)), backbone, layers.Dropout(0.1), layers.Dense(4)])
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = keras.optimizers.Adam(5e-3)

step = make_step(model, loss_fn, optimizer)
for epoch in range(4):
    losses = [float(step(xb, yb)) for xb, yb in train_ds]
    print(f"head  {epoch}: loss {sum(losses) / len(losses):.3f}  val acc {evaluate(model, val_ds):.3f}")

# second stage: everything except the normalisation statistics, slowly
backbone.trainable = True
for layer in backbone.layers:
    if isinstance(layer, layers.BatchNormalization):
        layer.trainable = False
optimizer.learning_rate = 3e-4

step = make_step(model, loss_fn, optimizer)
for epoch in range(6):
    losses = [float(step(xb, yb)) for xb, yb in train_ds]
    print(f"whole {epoch}: loss {sum(losses) / len(losses):.3f}  val acc {evaluate(model, val_ds):.3f}")

model.save_weights(f"{OUT}/model.weights.h5")
