"""Route support mails: does the ticket belong to the appliances group (north, east) or not?"""
import argparse

import numpy as np
import pandas as pd
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

GROUP = {"north": 1, "east": 1, "south": 0, "west": 0}


class RoutingModel:
    def __init__(self, max_tokens, dim, lr):
        self.vectorizer = layers.TextVectorization(max_tokens=max_tokens, output_mode="int",
                                                   output_sequence_length=60)
        self.dim = dim
        self.lr = lr
        self.net = None

    def build(self, texts):
        self.vectorizer.adapt(texts)
        self.net = keras.Sequential([
            keras.Input(shape=(1,), dtype="string"),
            self.vectorizer,
            layers.Embedding(self.vectorizer.vocabulary_size(), self.dim, mask_zero=True),
            layers.GlobalAveragePooling1D(),
            layers.Dense(32, activation="relu"),
            layers.Dense(1, activation="sigmoid"),
        ])
        self.net.compile(optimizer=keras.optimizers.Adam(self.lr),
                         loss="binary_crossentropy",
                         metrics=["accuracy"])

    def train(self, train, val, epochs, batch_size):
        return self.net.fit(*train, validation_data=val, epochs=epochs,
                            batch_size=batch_size, verbose=2)

    def score(self, texts):
        return self.net.predict(texts, verbose=0)[:, 0]


def read(path):
    df = pd.read_json(path, lines=True)
    x = tf.constant(df["text"].tolist())[:, None]
    y = df["desk"].map(GROUP).to_numpy("float32")
    return x, y


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--data", default="data/tickets")
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--dim", type=int, default=32)
    p.add_argument("--max_tokens", type=int, default=3000)
    p.add_argument("--seed", type=int, default=1)
    args = p.parse_args()

    keras.utils.set_random_seed(args.seed)
    train = read(f"{args.data}/train.jsonl")
    val = read(f"{args.data}/validation.jsonl")
    test_x, test_y = read(f"{args.data}/test.jsonl")
    print("positives in train:", train[1].mean(), "in test:", test_y.mean())

    router = RoutingModel(args.max_tokens, args.dim, args.lr)
    router.build(train[0])
    router.train(train, val, args.epochs, args.batch_size)

    scores = router.score(test_x)
    print("scores:", np.round(scores[:8], 3))
    print("labels:", test_y[:8])
    print("test accuracy: %.3f" % np.mean((scores > 0.5) == (test_y > 0.5)))


if __name__ == "__main__":
    main()
