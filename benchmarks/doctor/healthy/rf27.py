"""Which desk should answer the ticket? TextVectorization + embeddings in Keras 3."""
import json
from pathlib import Path

import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(4)
HERE = Path(".")
DESKS = ["north", "east", "south", "west"]


def load(split):
    rows = [json.loads(line) for line in (HERE / "data/tickets" / f"{split}.jsonl").read_text().splitlines()]
    return [r["text"] for r in rows], [DESKS.index(r["desk"]) for r in rows]


def without(texts, labels, seen):
    kept = [(t, l) for t, l in zip(texts, labels) if t not in seen]
    return [t for t, _ in kept], [l for _, l in kept]


train_texts, train_labels = load("train")
val_texts, val_labels = without(*load("validation"), set(train_texts))
test_texts, test_labels = without(*load("test"), set(train_texts) | set(val_texts))
print("tickets:", len(train_texts), len(val_texts), len(test_texts))

vectorize = keras.layers.TextVectorization(max_tokens=500, output_sequence_length=60)
vectorize.adapt(train_texts)


def dataset(texts, labels, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices((texts, labels))
    if shuffle:
        ds = ds.shuffle(len(texts))
    return ds.batch(32).map(lambda t, l: (vectorize(t), l)).prefetch(tf.data.AUTOTUNE)


model = keras.Sequential([
    keras.Input((None,), dtype="int64"),
    keras.layers.Embedding(vectorize.vocabulary_size(), 32, mask_zero=True),
    keras.layers.GlobalAveragePooling1D(),      # respects the mask
    keras.layers.Dense(32, activation="relu"),
    keras.layers.Dense(len(DESKS), activation="softmax"),
])
model.compile(optimizer=keras.optimizers.Adam(1e-2), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(dataset(train_texts, train_labels, shuffle=True), validation_data=dataset(val_texts, val_labels),
          epochs=15, verbose=2,
          callbacks=[keras.callbacks.EarlyStopping(patience=3, restore_best_weights=True)])

print("test accuracy: %.3f" % model.evaluate(dataset(test_texts, test_labels), verbose=0)[1])
for text in test_texts[:3]:
    p = model.predict(vectorize([text]), verbose=0)[0]
    print(f"{DESKS[np.argmax(p)]:6s} {p.max():.2f}  {text[:60]}")
