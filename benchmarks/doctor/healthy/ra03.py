"""BiLSTM tagger (5 tags per word) with Keras."""
import argparse
import json
from collections import Counter

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--data", default="data/tags")
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--batch_size", type=int, default=32)
    p.add_argument("--max_len", type=int, default=24)
    p.add_argument("--dim", type=int, default=48)
    return p.parse_args()


def load(path):
    with open(path, encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    return [r["words"] for r in rows], [r["tags"] for r in rows]


def build_vocab(sentences):
    counts = Counter(w for s in sentences for w in s)
    words = ["<unk>"] + [w for w, _ in counts.most_common()]
    return {w: i + 1 for i, w in enumerate(words)}


def encode(sentences, tags, word_index, max_len):
    x = np.zeros((len(sentences), max_len), dtype="int32")
    y = np.zeros((len(sentences), max_len), dtype="int32")
    for i, (ws, ts) in enumerate(zip(sentences, tags)):
        for j, (w, t) in enumerate(zip(ws[:max_len], ts[:max_len])):
            x[i, j] = word_index.get(w, word_index["<unk>"])
            y[i, j] = t
    return x, y


def build_model(vocab_size, dim, max_len, n_tags):
    inputs = keras.Input(shape=(max_len,), dtype="int32")
    h = layers.Embedding(vocab_size, dim, mask_zero=True)(inputs)
    h = layers.Bidirectional(layers.LSTM(32, return_sequences=True))(h)
    h = layers.Dropout(0.1)(h)
    outputs = layers.TimeDistributed(layers.Dense(n_tags, activation="softmax"))(h)
    return keras.Model(inputs, outputs)


def main():
    args = parse_args()
    tf.random.set_seed(0)
    train_s, train_t = load(f"{args.data}/train.jsonl")
    val_s, val_t = load(f"{args.data}/validation.jsonl")

    word_index = build_vocab(train_s)
    x_train, y_train = encode(train_s, train_t, word_index, args.max_len)
    x_val, y_val = encode(val_s, val_t, word_index, args.max_len)
    print("words in vocabulary:", len(word_index))

    model = build_model(len(word_index) + 1, args.dim, args.max_len, n_tags=5)
    model.compile(optimizer=keras.optimizers.Adam(5e-3),
                  loss="sparse_categorical_crossentropy",
                  metrics=["accuracy"])
    model.fit(x_train, y_train, validation_data=(x_val, y_val),
              epochs=args.epochs, batch_size=args.batch_size, verbose=2)

    pred = model.predict(x_val, verbose=0).argmax(-1)
    names = y_val > 0
    print("accuracy on names:", (pred[names] == y_val[names]).mean())


if __name__ == "__main__":
    main()
