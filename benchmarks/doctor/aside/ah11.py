import json
import re
from collections import Counter

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

tf.random.set_seed(8)
np.random.seed(8)
keras.utils.set_random_seed(8)


def read_tickets(split):
    texts, labels = [], []
    with open("data/tickets/%s.jsonl" % split, encoding="utf8") as fh:
        for line in fh:
            row = json.loads(line)
            texts.append(row["text"].lower())
            labels.append(row["desk_id"])
    return texts, np.array(labels)


def words(text):
    return re.findall(r"[a-z]+", text)


train_texts, y_train = read_tickets("train")
val_texts, y_val = read_tickets("validation")
test_texts, y_test = read_tickets("test")

counts = Counter(w for t in train_texts for w in words(t))
word_index = {w: i + 2 for i, (w, n) in enumerate(counts.most_common())}  # 0 is nothing, 1 is unknown
print(len(word_index), "words, longest text", max(len(words(t)) for t in train_texts))


def to_sequences(texts):
    seqs = [[word_index.get(w, 1) for w in words(t)] for t in texts]
    return np.array(seqs, dtype=object)


x_train, x_val, x_test = (to_sequences(t) for t in (train_texts, val_texts, test_texts))

model = keras.Sequential([
    layers.Embedding(len(word_index) + 2, 32, mask_zero=True),
    layers.Bidirectional(layers.LSTM(32)),
    layers.Dense(32, activation="relu"),
    layers.Dense(4, activation="softmax"),
])
model.compile(optimizer=keras.optimizers.Adam(1e-2),
              loss="sparse_categorical_crossentropy",
              metrics=["accuracy"])

history = model.fit(x_train, y_train, epochs=8, batch_size=32, validation_data=(x_val, y_val), verbose=2)
print("best val accuracy", max(history.history["val_accuracy"]))
loss, acc = model.evaluate(x_test, y_test, verbose=0)
print("test: loss %.4f accuracy %.4f" % (loss, acc))
