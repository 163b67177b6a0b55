# Ticket routing with a bag of embeddings; gradients are summed over several
# small batches before each update (the real tickets are much longer).
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import json
from pathlib import Path

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

DATA = Path("data/tickets")
SMALL_BATCH = 16
ACCUMULATE = 2
EPOCHS = 40
MAX_WORDS = 64

keras.utils.set_random_seed(5)


def read(name, exclude=()):
    """Rows of one split, each text once, without the texts in `exclude`."""
    seen, texts, labels = set(exclude), [], []
    with open(DATA / f"{name}.jsonl", encoding="utf-8") as f:
        for line in f:
            row = json.loads(line)
            if row["text"] in seen:
                continue
            seen.add(row["text"])
            texts.append(row["text"])
            labels.append(row["desk_id"])
    return texts, np.array(labels, dtype="int32")


test_texts, test_y = read("test")
val_texts, val_y = read("validation", exclude=test_texts)
train_texts, train_y = read("train", exclude=test_texts + val_texts)
print("tickets:", len(train_texts), len(val_texts), len(test_texts))

vectorize = layers.TextVectorization(output_sequence_length=MAX_WORDS)
vectorize.adapt(tf.constant(train_texts))


def as_ids(texts):
    return vectorize(tf.constant(texts))


train_ds = (
    tf.data.Dataset.from_tensor_slices((as_ids(train_texts), train_y))
    .shuffle(len(train_y))
    .batch(SMALL_BATCH)
)
val_ds = tf.data.Dataset.from_tensor_slices((as_ids(val_texts), val_y)).batch(64)
test_ds = tf.data.Dataset.from_tensor_slices((as_ids(test_texts), test_y)).batch(64)

model = keras.Sequential(
    [
        keras.Input((MAX_WORDS,), dtype="int64"),
        layers.Embedding(vectorize.vocabulary_size(), 32, mask_zero=True),
        layers.GlobalAveragePooling1D(),
        layers.Dropout(0.2),
        layers.Dense(32, activation="relu"),
        layers.Dense(4),
    ]
)
weights = model.trainable_variables
optimizer = keras.optimizers.Adam(5e-3)
optimizer.build(weights)

# summed, because the division by the number of rows comes at the update
loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="sum")
sums = [tf.Variable(tf.zeros(w.shape), trainable=False) for w in weights]
rows = tf.Variable(0.0, trainable=False)


@tf.function(reduce_retracing=True)
def collect(xb, yb):
    with tf.GradientTape() as tape:
        loss = loss_fn(yb, model(xb, training=True))
    for total, grad in zip(sums, tape.gradient(loss, weights)):
        total.assign_add(tf.convert_to_tensor(grad))
    rows.assign_add(tf.cast(tf.shape(xb)[0], tf.float32))
    return loss


@tf.function
def update():
    optimizer.apply_gradients([(total / rows, w) for total, w in zip(sums, weights)])
    for total in sums:
        total.assign(tf.zeros_like(total))
    rows.assign(0.0)


def accuracy(ds):
    metric = keras.metrics.SparseCategoricalAccuracy()
    for xb, yb in ds:
        metric.update_state(yb, model(xb, training=False))
    return float(metric.result())


best_acc, best_weights = -1.0, None
for epoch in range(EPOCHS):
    epoch_loss = 0.0
    for i, (xb, yb) in enumerate(train_ds, start=1):
        epoch_loss += float(collect(xb, yb))
        if i % ACCUMULATE == 0:
            update()
    if i % ACCUMULATE != 0:
        update()  # what is left over at the end of the epoch

    val_acc = accuracy(val_ds)
    if val_acc > best_acc:
        best_acc, best_weights = val_acc, model.get_weights()
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1:2d}  loss {epoch_loss / len(train_y):.4f}  val acc {val_acc:.3f}")

model.set_weights(best_weights)
print(f"best val acc {best_acc:.3f}   test acc {accuracy(test_ds):.3f}")
