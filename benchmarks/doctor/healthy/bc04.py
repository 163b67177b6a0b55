import argparse
import json

import keras
import numpy as np
import tensorflow as tf
from keras import layers


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--data", default="data/tickets")
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--batch_size", type=int, default=32)
    p.add_argument("--lr", type=float, default=5e-3)
    p.add_argument("--units", type=int, default=32)
    p.add_argument("--seed", type=int, default=42)
    return p.parse_args()


def read_jsonl(path):
    with open(path) as f:
        rows = [json.loads(line) for line in f]
    return np.array([r["text"] for r in rows]), np.array([r["desk_id"] for r in rows])


def make_dataset(texts, labels, batch_size, shuffle=False):
    ds = tf.data.Dataset.from_tensor_slices((texts, labels))
    if shuffle:
        ds = ds.shuffle(len(texts))
    return ds.batch(batch_size)


def main():
    args = get_args()
    keras.utils.set_random_seed(args.seed)

    x_train, y_train = read_jsonl(f"{args.data}/train.jsonl")
    x_val, y_val = read_jsonl(f"{args.data}/validation.jsonl")
    num_classes = len(np.unique(y_train))
    print("classes:", num_classes, "counts:", np.bincount(y_train))

    vectorizer = layers.TextVectorization(max_tokens=2000, output_sequence_length=48)
    vectorizer.adapt(tf.data.Dataset.from_tensor_slices(x_train).batch(64))

    def vectorize(text, label):
        return vectorizer(text), label

    train_ds = make_dataset(x_train, y_train, args.batch_size, shuffle=True).map(vectorize).prefetch(2)
    val_ds = make_dataset(x_val, y_val, args.batch_size).map(vectorize).prefetch(2)

    model = keras.Sequential([
        layers.Embedding(vectorizer.vocabulary_size(), args.units),
        layers.GlobalMaxPooling1D(),
        layers.Dense(args.units, activation="relu"),
        layers.Dense(num_classes, activation="softmax"),
    ])
    model.compile(
        optimizer=keras.optimizers.Adam(learning_rate=args.lr),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=3, restore_best_weights=True)
    model.fit(train_ds, validation_data=val_ds, epochs=args.epochs, callbacks=[stop], verbose=2)

    loss, accuracy = model.evaluate(val_ds, verbose=0)
    print(f"validation: loss={loss:.4f} accuracy={accuracy:.4f}")


if __name__ == "__main__":
    main()
