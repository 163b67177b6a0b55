"""Contrastive pretraining (NT-Xent) on unlabelled digits, then a linear probe on the frozen encoder.

The encoder never sees a label, and never sees a validation or test picture.
"""
import argparse
import json
import pathlib

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=30)
parser.add_argument("--batch", type=int, default=128)
parser.add_argument("--tau", type=float, default=0.3)
parser.add_argument("--out", default="out/mb01")
args = parser.parse_args()
keras.utils.set_random_seed(11)

x, y = load_digits(return_X_y=True)
x = (x / 16.0).astype("float32").reshape(-1, 8, 8, 1)
x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=360, stratify=y, random_state=0)
x_train, x_val, y_train, y_val = train_test_split(x_rest, y_rest, test_size=300, stratify=y_rest, random_state=0)

encoder = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.Conv2D(64, 3, strides=2, padding="same", activation="relu"),
        layers.Flatten(),
        layers.Dense(64, activation="relu"),
    ],
    name="encoder",
)
# the projection head is thrown away after pretraining
projector = keras.Sequential([keras.Input((64,)), layers.Dense(64, activation="relu"), layers.Dense(32)], name="projector")
augment = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        layers.RandomTranslation(0.13, 0.13, fill_mode="constant"),
        layers.RandomRotation(0.04, fill_mode="constant"),
        layers.GaussianNoise(0.08),
    ],
    name="augment",
)
variables = encoder.trainable_variables + projector.trainable_variables
optimizer = keras.optimizers.Adam(1e-3)
optimizer.build(variables)


def nt_xent(za, zb, tau):
    z = tf.math.l2_normalize(tf.concat([za, zb], axis=0), axis=1)
    n = tf.shape(za)[0]
    logits = tf.matmul(z, z, transpose_b=True) / tau
    logits -= 1e9 * tf.eye(2 * n)  # a view is never its own candidate
    positives = tf.concat([tf.range(n, 2 * n), tf.range(n)], axis=0)
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=positives, logits=logits))


@tf.function
def pretrain_step(images):
    with tf.GradientTape() as tape:
        za = projector(encoder(augment(images, training=True), training=True), training=True)
        zb = projector(encoder(augment(images, training=True), training=True), training=True)
        loss = nt_xent(za, zb, args.tau)
    optimizer.apply(tape.gradient(loss, variables), variables)
    return loss


stream = tf.data.Dataset.from_tensor_slices(x_train).shuffle(len(x_train), seed=1).batch(args.batch, drop_remainder=True)
for epoch in range(args.epochs):
    losses = [float(pretrain_step(b)) for b in stream]
    print(f"epoch {epoch + 1:2d}  nt-xent {np.mean(losses):.3f}")

encoder.trainable = False
f_train, f_val, f_test = (encoder.predict(part, batch_size=256, verbose=0) for part in (x_train, x_val, x_test))
best = None
for c in (0.01, 0.1, 1.0, 10.0):
    probe = make_pipeline(StandardScaler(), LogisticRegression(C=c, max_iter=2000)).fit(f_train, y_train)
    score = probe.score(f_val, y_val)
    if best is None or score > best[0]:
        best = (score, c, probe)
majority = np.bincount(y_train).argmax()
report = {
    "C": best[1],
    "validation_accuracy": round(float(best[0]), 4),
    "test_accuracy": round(float(best[2].score(f_test, y_test)), 4),
    "majority_test_accuracy": round(float(np.mean(y_test == majority)), 4),
}
out = pathlib.Path(args.out)
out.mkdir(parents=True, exist_ok=True)
(out / "probe.json").write_text(json.dumps(report, indent=2))
encoder.save(out / "encoder.keras")
print(report)
