"""BiLSTM tagger, word level."""
import json
from collections import Counter

import numpy as np
import keras
from keras import layers

MAXLEN = 30
N_TAGS = 4


def read(split):
    words, tags = [], []
    with open(f"data/tags/{split}.jsonl") as fh:
        for line in fh:
            d = json.loads(line)
            words.append(d["words"])
            tags.append(d["tags"])
    return words, tags


def build_vocab(sentences):
    counts = Counter(w for s in sentences for w in s)
    word2id = {"<unk>": 1}
    for w, _ in counts.most_common():
        word2id[w] = len(word2id) + 1
    return word2id


def vectorize(sentences, tags, word2id):
    x = np.zeros((len(sentences), MAXLEN), dtype="int32")
    y = np.zeros((len(sentences), MAXLEN), dtype="int32")
    w = np.zeros((len(sentences), MAXLEN), dtype="float32")
    for i, (s, t) in enumerate(zip(sentences, tags)):
        n = min(len(s), MAXLEN)
        x[i, :n] = [word2id.get(tok, 1) for tok in s[:n]]
        y[i, :n] = t[:n]
        w[i, :n] = 1.0
    return x, y, w


keras.utils.set_random_seed(9)
train_s, train_t = read("train")
val_s, val_t = read("validation")
word2id = build_vocab(train_s)
print("words:", len(word2id))

x_train, y_train, w_train = vectorize(train_s, train_t, word2id)
x_val, y_val, w_val = vectorize(val_s, val_t, word2id)
print("train", x_train.shape, "val", x_val.shape)

model = keras.Sequential([
    keras.Input((MAXLEN,), dtype="int32"),
    layers.Embedding(len(word2id), 32),
    layers.Bidirectional(layers.LSTM(32, return_sequences=True)),
    layers.Dense(N_TAGS, activation="softmax"),
])
model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="sparse_categorical_crossentropy",
              weighted_metrics=["accuracy"])
model.fit(x_train, y_train, sample_weight=w_train, validation_data=(x_val, y_val, w_val),
          batch_size=32, epochs=6, verbose=2)

pred = model.predict(x_val, verbose=0).argmax(-1)
mask = w_val > 0
print("token accuracy:", (pred[mask] == y_val[mask]).mean())
names = mask & (y_val > 0)
print("accuracy on names:", (pred[names] == y_val[names]).mean())
