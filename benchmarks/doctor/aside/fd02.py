# churn_tf.py  --  small tabular net, custom loop, keep the best epoch by validation accuracy
import argparse
import pathlib

import keras
import tensorflow as tf
from sklearn.datasets import make_classification

ap = argparse.ArgumentParser()
ap.add_argument("--epochs", type=int, default=25)
ap.add_argument("--batch-size", type=int, default=32)
ap.add_argument("--val-fraction", type=float, default=0.2)
ap.add_argument("--out", default="out/fd02")
args = ap.parse_args()

keras.utils.set_random_seed(11)
outdir = pathlib.Path(args.out)
outdir.mkdir(parents=True, exist_ok=True)

X, y = make_classification(
    n_samples=1000, n_features=60, n_informative=8, n_redundant=4, flip_y=0.15, class_sep=0.8, random_state=11
)
X = X.astype("float32")
y = y.astype("float32").reshape(-1, 1)

n_val = int(len(X) * args.val_fraction)
full = tf.data.Dataset.from_tensor_slices((X, y)).shuffle(len(X), seed=11)
val_ds = full.take(n_val).batch(args.batch_size)
train_ds = full.skip(n_val).batch(args.batch_size).prefetch(tf.data.AUTOTUNE)

model = keras.Sequential(
    [
        keras.Input((X.shape[1],)),
        keras.layers.Dense(128, activation="relu"),
        keras.layers.Dense(128, activation="relu"),
        keras.layers.Dense(1),
    ]
)
loss_fn = keras.losses.BinaryCrossentropy(from_logits=True)
opt = keras.optimizers.Adam(1e-3)
tr_loss = keras.metrics.Mean()
tr_acc = keras.metrics.BinaryAccuracy(threshold=0.0)
va_acc = keras.metrics.BinaryAccuracy(threshold=0.0)


@tf.function
def train_batch(xb, yb):
    with tf.GradientTape() as tape:
        logits = model(xb, training=True)
        loss = loss_fn(yb, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    tr_loss.update_state(loss)
    tr_acc.update_state(yb, logits)


@tf.function
def val_batch(xb, yb):
    va_acc.update_state(yb, model(xb, training=False))


best = 0.0
for epoch in range(1, args.epochs + 1):
    for m in (tr_loss, tr_acc, va_acc):
        m.reset_state()
    for xb, yb in train_ds:
        train_batch(xb, yb)
    for xb, yb in val_ds:
        val_batch(xb, yb)
    score = float(va_acc.result())
    print(f"{epoch:3d} loss={float(tr_loss.result()):.4f} acc={float(tr_acc.result()):.3f} val_acc={score:.3f}")
    if score > best:
        best = score
        model.save_weights(outdir / "best.weights.h5")

print(f"best validation accuracy: {best:.3f}")
