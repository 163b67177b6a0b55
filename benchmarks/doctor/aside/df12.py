"""Name tagger (4 tags, 0 = nothing) on data/tags with a small bidirectional GRU."""
import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import keras
from keras import layers

OUT = "out/df12"
MAX_LEN = 48
N_TAGS = 4
PAD, UNK = 0, 1
keras.utils.set_random_seed(12)


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def unseen(rows, known):
    """Some sentences occur in more than one split: keep only those that the model has not met."""
    return [r for r in rows if tuple(r["words"]) not in known]


train_rows = read("train")
known = {tuple(r["words"]) for r in train_rows}
val_rows = unseen(read("validation"), known)
print(len(train_rows), "sentences to learn from,", len(val_rows), "to check on")

vocab = sorted({w for r in train_rows for w in r["words"]})
word_id = {w: i + 2 for i, w in enumerate(vocab)}


def encode(rows):
    x = np.full((len(rows), MAX_LEN), PAD, dtype="int32")
    y = np.zeros((len(rows), MAX_LEN), dtype="int32")
    w = np.zeros((len(rows), MAX_LEN), dtype="float32")
    for i, r in enumerate(rows):
        n = len(r["words"])
        x[i, :n] = [word_id.get(t, UNK) for t in r["words"]]
        y[i, :n] = r["tags"]
        w[i, :n] = 1.0  # the rest is filling and must not count
    return x, y, w


def drop_words(x, rate, rng):
    """Now and then an unknown word, so that its vector is trained as well."""
    hide = (rng.random(x.shape) < rate) & (x != PAD)
    return np.where(hide, UNK, x)


class Batches(keras.utils.PyDataset):
    def __init__(self, x, y, w, batch_size, rate=0.0, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.x, self.y, self.w = x, y, w
        self.batch_size, self.rate = batch_size, rate
        self.rng = np.random.default_rng(seed)
        self.order = np.arange(len(x))

    def __len__(self):
        return int(np.ceil(len(self.x) / self.batch_size))

    def __getitem__(self, i):
        idx = self.order[i * self.batch_size : (i + 1) * self.batch_size]
        return drop_words(self.x[idx], self.rate, self.rng), self.y[idx], self.w[idx]

    def on_epoch_end(self):
        self.rng.shuffle(self.order)


tokens = keras.Input((MAX_LEN,), dtype="int32")
h = layers.Embedding(len(vocab) + 2, 32)(tokens)
h = layers.Dropout(0.2)(h)
h = layers.Bidirectional(layers.GRU(32, return_sequences=True))(h)
tags = layers.Dense(N_TAGS, activation="softmax")(h)
model = keras.Model(tokens, tags)
model.compile(
    optimizer=keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

train_seq = Batches(*encode(train_rows), batch_size=32, rate=0.1, seed=12)
val_x, val_y, val_w = encode(val_rows)
hist = model.fit(
    train_seq,
    validation_data=(val_x, val_y, val_w),
    epochs=8,
    verbose=2,
)

os.makedirs(OUT, exist_ok=True)
model.save(f"{OUT}/tagger.keras")
print(f"share of words with the right tag: {hist.history['val_accuracy'][-1]:.4f}")
