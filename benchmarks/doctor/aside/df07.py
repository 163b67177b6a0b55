"""Event logs (one file per site) -> will the session end with an order?  LSTM over event ids."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
import keras
from keras import layers

OUT = "out/df07"
N_EVENTS = 20  # ids 1..20, 0 stays free
SITES = 4
keras.utils.set_random_seed(21)


def write_site(path, n, rng):
    with open(path, "w") as f:
        for _ in range(n):
            length = rng.integers(4, 25)
            ids = rng.integers(1, N_EVENTS + 1, size=length)
            label = int(np.isin(ids, (3, 7)).sum() > np.isin(ids, (5, 11)).sum())
            f.write(f"{label}\t{' '.join(map(str, ids))}\n")


def parse(line):
    parts = tf.strings.split(line, "\t")
    label = tf.strings.to_number(parts[0], tf.float32)
    ids = tf.strings.to_number(tf.strings.split(parts[1], " "), tf.int32)
    return ids, label


def pipeline(files, training, batch_size=32):
    ds = tf.data.Dataset.from_tensor_slices(files)
    ds = ds.interleave(
        tf.data.TextLineDataset,
        cycle_length=SITES,
        num_parallel_calls=tf.data.AUTOTUNE,
        deterministic=True,
    )
    ds = ds.map(parse, num_parallel_calls=tf.data.AUTOTUNE).cache()
    if training:
        ds = ds.shuffle(2000, seed=21)
    return ds.ragged_batch(batch_size).prefetch(tf.data.AUTOTUNE)


os.makedirs(OUT, exist_ok=True)
rng = np.random.default_rng(21)
train_files, val_files = [], []
for s in range(SITES):
    train_files.append(f"{OUT}/train_{s}.tsv")
    val_files.append(f"{OUT}/val_{s}.tsv")
    write_site(train_files[-1], 400, rng)
    write_site(val_files[-1], 100, rng)

train_ds = pipeline(train_files, training=True)
val_ds = pipeline(val_files, training=False)

events = keras.Input((None,), dtype="int32", name="events")
x = layers.Embedding(N_EVENTS + 1, 16, mask_zero=True)(events)
x = layers.LSTM(32)(x)
x = layers.Dropout(0.1)(x)
order = layers.Dense(1, activation="sigmoid")(x)
model = keras.Model(events, order)
model.compile(keras.optimizers.Adam(5e-3), loss="binary_crossentropy", metrics=["accuracy"])
model.summary()

best = keras.callbacks.ModelCheckpoint(
    f"{OUT}/best.keras", monitor="val_accuracy", mode="max", save_best_only=True
)
model.fit(train_ds, validation_data=val_ds, epochs=8, callbacks=[best], verbose=2)

model = keras.models.load_model(f"{OUT}/best.keras")
print(model.evaluate(val_ds, verbose=0, return_dict=True))
