import json
import pathlib

import numpy as np
import pandas as pd
import tensorflow as tf
from tensorflow.keras import layers


class TicketRouter:
    def __init__(self, data_dir="data/tickets", vocab_size=500, seq_len=48, dim=32):
        self.data_dir = pathlib.Path(data_dir)
        self.vocab_size = vocab_size
        self.seq_len = seq_len
        self.dim = dim
        self.model = None
        self.vectorizer = None

    def read(self, split):
        lines = (self.data_dir / f"{split}.jsonl").read_text().splitlines()
        return pd.DataFrame([json.loads(l) for l in lines])

    def encode(self, texts):
        if self.vectorizer is None:
            self.vectorizer = layers.TextVectorization(
                max_tokens=self.vocab_size,
                output_mode="int",
                output_sequence_length=self.seq_len,
            )
            self.vectorizer.adapt(texts)
        return self.vectorizer(texts).numpy()

    def build(self, n_classes):
        ids = tf.keras.Input((self.seq_len,), dtype="int64")
        x = layers.Embedding(self.vocab_size, self.dim, mask_zero=True)(ids)
        x = layers.GlobalAveragePooling1D()(x)
        x = layers.Dense(64, activation="relu")(x)
        out = layers.Dense(n_classes, activation="softmax")(x)
        self.model = tf.keras.Model(ids, out)
        self.model.compile(
            optimizer=tf.keras.optimizers.Adam(3e-3),
            loss="sparse_categorical_crossentropy",
            metrics=["accuracy"],
        )

    def fit(self, epochs=25):
        df = self.read("train")
        x = self.encode(df["text"].to_numpy(dtype=str))
        y = df["desk_id"].to_numpy()
        self.build(int(y.max()) + 1)
        h = self.model.fit(x, y, validation_split=0.2, epochs=epochs, batch_size=16, verbose=0)
        print("train accuracy %.3f  val accuracy %.3f" % (h.history["accuracy"][-1], h.history["val_accuracy"][-1]))

    def evaluate(self, split="test"):
        df = self.read(split)
        x = self.encode(df["text"].to_numpy(dtype=str))
        pred = self.model.predict(x, verbose=0).argmax(1)
        print(f"{split} accuracy %.3f" % (pred == df["desk_id"].to_numpy()).mean())
        print(pd.crosstab(df["desk"], pred))


if __name__ == "__main__":
    tf.keras.utils.set_random_seed(13)
    router = TicketRouter()
    router.fit()
    router.evaluate("test")
