"""Two-headed network (class and pixel mass) trained with a tape; the two
gradient norms are logged so that the weighting of the heads can be looked at."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

OUT = "out/ip03"
os.makedirs(OUT, exist_ok=True)
tf.keras.utils.set_random_seed(3)


class TwoHeads(tf.keras.Model):
    def __init__(self, width=64, classes=10):
        super().__init__()
        self.body = tf.keras.layers.Dense(width, activation="relu")
        self.drop = tf.keras.layers.Dropout(0.1)
        self.cls = tf.keras.layers.Dense(classes)
        self.mass = tf.keras.layers.Dense(1)

    def call(self, x, training=False):
        h = self.drop(self.body(x), training=training)
        return self.cls(h), tf.squeeze(self.mass(h), -1)


images, labels = load_digits(return_X_y=True)
images = (images / 16.0).astype("float32")
ink = images.sum(1).astype("float32")
xt, xv, yt, yv, it, iv = train_test_split(
    images, labels.astype("int64"), ink, test_size=0.25, random_state=3, stratify=labels
)
mu, sd = it.mean(), it.std()
it, iv = (it - mu) / sd, (iv - mu) / sd

train_ds = (
    tf.data.Dataset.from_tensor_slices((xt, yt, it))
    .shuffle(len(xt), seed=3)
    .batch(64)
    .prefetch(tf.data.AUTOTUNE)
)

model = TwoHeads()
model(xt[:1])
opt = tf.keras.optimizers.Adam(1e-3)
ce = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
mse = tf.keras.losses.MeanSquaredError()
ALPHA = 0.3


@tf.function
def train_step(x, y, m):
    with tf.GradientTape() as tape:
        logits, mass = model(x, training=True)
        loss_cls = ce(y, logits)
        loss_mass = mse(m, mass)
        loss = loss_cls + ALPHA * loss_mass
    # how hard does each task pull at the shared layer?
    shared = model.body.trainable_variables
    pull_cls = tf.linalg.global_norm(tape.gradient(loss_cls, shared))
    pull_mass = tf.linalg.global_norm(tape.gradient(loss_mass, shared))
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss, pull_cls, pull_mass


for epoch in range(8):
    rows = []
    for x, y, m in train_ds:
        rows.append([float(v) for v in train_step(x, y, m)])
    loss, a, b = np.mean(rows, axis=0)
    logits, mass = model(xv, training=False)
    acc = float(np.mean(np.argmax(logits.numpy(), 1) == yv))
    err = float(np.mean((mass.numpy() - iv) ** 2))
    print(f"{epoch}: loss {loss:.3f} pull {a:.3f}/{b:.3f} val acc {acc:.3f} val mse {err:.3f}")

model.save_weights(os.path.join(OUT, "heads.weights.h5"))
