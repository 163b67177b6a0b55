import argparse
import json
import os

import numpy as np
import tensorflow as tf
import keras
from keras import layers


def read(path):
    with open(path) as f:
        rows = [json.loads(line) for line in f]
    return [r["text"] for r in rows], np.array([r["price"] for r in rows], "float32") / 1000.0


def build(vocab_size, dim):
    return keras.Sequential(
        [
            keras.Input(shape=(None,), dtype="int64"),
            layers.Embedding(vocab_size, dim),
            layers.GlobalAveragePooling1D(),
            layers.Dense(64, activation="relu"),
            layers.Dense(1),
        ]
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default="data/prices")
    parser.add_argument("--out", default="out/zd03")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--lr", type=float, default=5e-3)
    parser.add_argument("--dim", type=int, default=32)
    parser.add_argument("--seed", type=int, default=3)
    args = parser.parse_args()

    keras.utils.set_random_seed(args.seed)
    os.makedirs(args.out, exist_ok=True)

    train_texts, train_y = read(f"{args.data}/train.jsonl")
    val_texts, val_y = read(f"{args.data}/validation.jsonl")
    test_texts, test_y = read(f"{args.data}/test.jsonl")

    vectorize = layers.TextVectorization(max_tokens=1000, output_sequence_length=20)
    vectorize.adapt(train_texts)
    train_x = vectorize(tf.constant(train_texts)).numpy()
    val_x = vectorize(tf.constant(val_texts)).numpy()
    test_x = vectorize(tf.constant(test_texts)).numpy()
    print("vocabulary", vectorize.vocabulary_size(), "train", train_x.shape)

    model = build(vectorize.vocabulary_size(), args.dim)
    model.compile(optimizer=keras.optimizers.Adam(args.lr), loss="mse", metrics=["mae"])

    best = os.path.join(args.out, "best_weights.h5")
    callbacks = [
        keras.callbacks.ModelCheckpoint(best, monitor="val_mae", mode="min", save_best_only=True, save_weights_only=True),
        keras.callbacks.ReduceLROnPlateau(monitor="val_mae", mode="min", factor=0.5, patience=4),
    ]
    model.fit(
        train_x,
        train_y,
        validation_data=(val_x, val_y),
        epochs=args.epochs,
        batch_size=16,
        callbacks=callbacks,
        verbose=2,
    )

    model.load_weights(best)
    mse, mae = model.evaluate(test_x, test_y, verbose=0)
    print(f"test: mae {1000 * mae:.0f}, always the mean {1000 * np.abs(test_y - train_y.mean()).mean():.0f}")
    for text, p, y in zip(test_texts[:5], model.predict(test_x[:5], verbose=0)[:, 0], test_y):
        print(f"{1000 * p:6.0f} {1000 * y:6.0f}  {text}")


if __name__ == "__main__":
    main()
