"""Price of a small ad from its text: ragged token lists, masked mean, own loop, best checkpoint."""
import json
import math
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
import keras
from keras import layers, ops

OUT = "out/df18"
BATCH, EPOCHS, PATIENCE = 32, 40, 8
keras.utils.set_random_seed(18)


@keras.saving.register_keras_serializable("ads")
class MaskedMean(layers.Layer):
    """Mean over the positions that the mask leaves; the mask ends here."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True

    def call(self, x, mask=None):
        if mask is None:
            return ops.mean(x, axis=1)
        m = ops.expand_dims(ops.cast(mask, x.dtype), -1)
        return ops.sum(x * m, axis=1) / ops.maximum(ops.sum(m, axis=1), 1.0)

    def compute_mask(self, x, mask=None):
        return None


def read(split, seen=()):
    """Rows of a split; texts that an earlier split contains are left out."""
    with open(f"data/prices/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if r["text"] not in seen]


train_rows = read("train")
seen = {r["text"] for r in train_rows}
val_rows = read("validation", seen)
test_rows = read("test", seen | {r["text"] for r in val_rows})

prices = np.array([r["price"] for r in train_rows], dtype="float32")
mean, std = prices.mean(), prices.std()

lookup = layers.StringLookup(mask_token="")
lookup.adapt(np.array(sorted({w for r in train_rows for w in r["text"].split()})))


def dataset(rows, training=False):
    text = [r["text"] for r in rows]
    target = (np.array([[r["price"]] for r in rows], dtype="float32") - mean) / std
    ds = tf.data.Dataset.from_tensor_slices((text, target))
    if training:
        ds = ds.shuffle(len(rows), seed=18)
    # split() gives ragged rows; every batch is filled up to its own longest text
    ds = ds.batch(BATCH).map(lambda t, p: (lookup(tf.strings.split(t).to_tensor("")), p))
    return ds.prefetch(tf.data.AUTOTUNE)


train_ds, val_ds, test_ds = dataset(train_rows, True), dataset(val_rows), dataset(test_rows)

tokens = keras.Input((None,), dtype="int64")
h = layers.Embedding(lookup.vocabulary_size(), 24, mask_zero=True)(tokens)
h = MaskedMean()(h)
h = layers.Dense(48, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-4))(h)
h = layers.Dropout(0.1)(h)
model = keras.Model(tokens, layers.Dense(1)(h))

steps = math.ceil(len(train_rows) / BATCH)
rate = keras.optimizers.schedules.CosineDecay(1e-2, decay_steps=EPOCHS * steps, alpha=0.05)
optimizer = keras.optimizers.Adam(rate)
loss_fn = keras.losses.MeanSquaredError()
train_loss = keras.metrics.Mean()
mae = keras.metrics.MeanAbsoluteError()


@tf.function(reduce_retracing=True)
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True)) + tf.add_n(model.losses)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    train_loss.update_state(loss)


def evaluate(ds):
    mae.reset_state()
    for x, y in ds:
        mae.update_state(y, model(x, training=False))
    return float(mae.result()) * float(std)


checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)
manager = tf.train.CheckpointManager(checkpoint, f"{OUT}/best", max_to_keep=1)
best, waited = math.inf, 0
for epoch in range(EPOCHS):
    train_loss.reset_state()
    for x, y in train_ds:
        train_step(x, y)
    error = evaluate(val_ds)
    print(f"{epoch:2d} loss {float(train_loss.result()):.4f} val error {error:.1f}")
    if error < best:
        best, waited = error, 0
        manager.save()
    else:
        waited += 1
        if waited >= PATIENCE:
            break

checkpoint.restore(manager.latest_checkpoint).assert_existing_objects_matched()
print(f"best val error {best:.1f}  test error {evaluate(test_ds):.1f}  (guessing the mean: "
      f"{np.mean([abs(r['price'] - mean) for r in test_rows]):.1f})")
