"""Ticket routing with a bag of embeddings, strings go straight into the model's pipeline."""
import json
import os
import pathlib

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
import keras
from keras import layers

OUT = pathlib.Path("out/fc11")
OUT.mkdir(parents=True, exist_ok=True)
keras.utils.set_random_seed(31)


def read_split(name, skip=frozenset()):
    texts, labels = [], []
    for line in pathlib.Path(f"data/tickets/{name}.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["text"] in skip:
            continue
        texts.append(row["text"])
        labels.append(row["desk_id"])
    return texts, np.array(labels, dtype="int32")


train_texts, train_labels = read_split("train")
val_texts, val_labels = read_split("validation", skip=set(train_texts))
test_texts, test_labels = read_split("test", skip=set(train_texts) | set(val_texts))

vectorize = layers.TextVectorization(max_tokens=2000, output_sequence_length=64)
vectorize.adapt(train_texts)


def dataset(texts, labels, training):
    ds = tf.data.Dataset.from_tensor_slices((texts, labels))
    if training:
        ds = ds.shuffle(len(texts))
    ds = ds.batch(32)
    ds = ds.map(lambda t, l: (vectorize(t), l), num_parallel_calls=tf.data.AUTOTUNE)
    return ds.prefetch(tf.data.AUTOTUNE)


train_ds = dataset(train_texts, train_labels, True)
val_ds = dataset(val_texts, val_labels, False)
test_ds = dataset(test_texts, test_labels, False)

model = keras.Sequential(
    [
        keras.Input((64,), dtype="int64"),
        layers.Embedding(vectorize.vocabulary_size(), 32, mask_zero=True),
        layers.GlobalAveragePooling1D(),
        layers.Dense(32, activation="relu"),
        layers.Dropout(0.2),
        layers.Dense(4, activation="softmax"),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

callbacks = [
    keras.callbacks.EarlyStopping(
        monitor="val_accuracy",
        mode="min",
        patience=5,
        restore_best_weights=True,
        verbose=1,
    ),
    keras.callbacks.CSVLogger(str(OUT / "log.csv")),
]
model.fit(train_ds, validation_data=val_ds, epochs=60, callbacks=callbacks, verbose=2)

loss, acc = model.evaluate(test_ds, verbose=0)
print(f"test: loss {loss:.3f}, accuracy {acc:.3f}")
model.save(OUT / "router.keras")
