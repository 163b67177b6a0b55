# Tickets -> desk. Bag of words, tf.data, the vectoriser goes into the exported model.
import argparse
import json
import os

import numpy as np
import tensorflow as tf
from tensorflow import keras


def read(path):
    with open(path, encoding="utf-8") as f:
        return [(r["text"], r["desk_id"]) for r in map(json.loads, f)]


def unique_rows(rows, forbidden=frozenset()):
    """First row of each text, without the texts in `forbidden`."""
    kept = {}
    for text, desk in rows:
        if text not in forbidden:
            kept.setdefault(text, desk)
    return list(kept.items())


def to_dataset(rows, batch, training=False, seed=0):
    texts, desks = zip(*rows)
    ds = tf.data.Dataset.from_tensor_slices((list(texts), np.array(desks, dtype="int64")))
    if training:
        ds = ds.shuffle(len(rows), seed=seed, reshuffle_each_iteration=True)
    return ds.batch(batch)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--data", default="data/tickets")
    ap.add_argument("--out", default="out/nb02")
    ap.add_argument("--batch", type=int, default=16)
    ap.add_argument("--epochs", type=int, default=40)
    ap.add_argument("--lr", type=float, default=5e-3)
    args = ap.parse_args()
    keras.utils.set_random_seed(3)

    test = unique_rows(read(f"{args.data}/test.jsonl"))
    test_texts = {t for t, _ in test}
    val = unique_rows(read(f"{args.data}/validation.jsonl"), test_texts)
    train = unique_rows(read(f"{args.data}/train.jsonl"), test_texts | {t for t, _ in val})
    print(f"{len(train)} / {len(val)} / {len(test)} rows, no text in two of them")

    vectoriser = keras.layers.TextVectorization(output_mode="multi_hot")
    vectoriser.adapt(tf.data.Dataset.from_tensor_slices([t for t, _ in train]).batch(64))

    def encode(ds):
        return ds.map(lambda t, y: (tf.cast(vectoriser(t), "float32"), y), num_parallel_calls=2).prefetch(2)

    ds_train = encode(to_dataset(train, args.batch, training=True, seed=3))
    ds_val = encode(to_dataset(val, 64))
    ds_test = to_dataset(test, 64)

    classifier = keras.Sequential([
        keras.Input((vectoriser.vocabulary_size(),)),
        keras.layers.Dropout(0.3),
        keras.layers.Dense(32, activation="relu"),
        keras.layers.Dense(4, activation="softmax"),
    ])
    classifier.compile(optimizer=keras.optimizers.Adam(args.lr),
                       loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    classifier.fit(ds_train, validation_data=ds_val, epochs=args.epochs, verbose=2,
                   callbacks=[keras.callbacks.EarlyStopping(
                       monitor="val_loss", patience=6, restore_best_weights=True)])

    # end to end: strings in, probabilities out
    text_in = keras.Input((), dtype="string")
    full = keras.Model(text_in, classifier(keras.ops.cast(vectoriser(text_in), "float32")))
    full.compile(loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    _, acc = full.evaluate(ds_test, verbose=0)
    majority = np.bincount([y for _, y in train]).argmax()
    base = np.mean([y == majority for _, y in test])
    print(f"test accuracy {acc:.3f}  (always desk {majority}: {base:.3f})")

    os.makedirs(args.out, exist_ok=True)
    classifier.save(os.path.join(args.out, "classifier.keras"))
    with open(os.path.join(args.out, "vocabulary.json"), "w", encoding="utf-8") as f:
        json.dump([str(w) for w in vectoriser.get_vocabulary()], f)


if __name__ == "__main__":
    main()
