"""Triplet-style metric learning with GradientTape: cross-entropy head plus a batch-hard triplet loss."""
import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier

keras.utils.set_random_seed(0)
x, y = load_digits(return_X_y=True)
x = (x / 16).astype("float32").reshape(-1, 8, 8, 1)
y = y.astype("int32")
x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.3, stratify=y, random_state=0)

encoder = keras.Sequential([
    keras.Input((8, 8, 1)),
    keras.layers.Conv2D(16, 3, activation="relu"),
    keras.layers.Conv2D(32, 3, activation="relu"),
    keras.layers.Flatten(),
    keras.layers.Dropout(0.2),
    keras.layers.Dense(16),
    keras.layers.UnitNormalization(),
])
head = keras.Sequential([keras.Input((16,)), keras.layers.Rescaling(10.0), keras.layers.Dense(10)])
ce = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
opt_encoder, opt_head = keras.optimizers.Adam(2e-3), keras.optimizers.SGD(0.05, momentum=0.9)

opt_encoder.build(encoder.trainable_variables)
opt_head.build(head.trainable_variables)


def batch_hard(z, labels, margin=0.3):
    d = tf.sqrt(tf.maximum(2.0 - 2.0 * tf.matmul(z, z, transpose_b=True), 1e-6))
    same = tf.cast(labels[:, None] == labels[None, :], tf.float32)
    farthest_same = tf.reduce_max(d * same, axis=1)
    nearest_other = tf.reduce_min(d + 10.0 * same, axis=1)
    return tf.reduce_mean(tf.nn.relu(farthest_same - nearest_other + margin))


@tf.function
def train_step(xb, yb):
    with tf.GradientTape(persistent=True) as tape:
        z = encoder(xb, training=True)
        loss_ce = ce(yb, head(z, training=True))
        loss_tri = batch_hard(z, yb)
        loss = loss_ce + 0.5 * loss_tri
    opt_encoder.apply_gradients(zip(tape.gradient(loss, encoder.trainable_variables), encoder.trainable_variables))
    opt_head.apply_gradients(zip(tape.gradient(loss_ce, head.trainable_variables), head.trainable_variables))
    del tape
    return loss_ce, loss_tri


ds = tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).shuffle(2000, seed=0).batch(64, drop_remainder=True)
for epoch in range(15):
    a, b = keras.metrics.Mean(), keras.metrics.Mean()
    for xb, yb in ds:
        l1, l2 = train_step(xb, yb)
        a.update_state(l1)
        b.update_state(l2)
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1}: ce {float(a.result()):.4f} triplet {float(b.result()):.4f}")

z_tr, z_te = encoder(x_tr, training=False).numpy(), encoder(x_te, training=False).numpy()
logits = head(encoder(x_te, training=False), training=False).numpy()
print("head accuracy", np.mean(logits.argmax(-1) == y_te))
print("5-NN in the embedding", KNeighborsClassifier(5).fit(z_tr, y_tr).score(z_te, y_te))
