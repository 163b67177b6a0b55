"""Sentiment of tiny restaurant reviews: Embedding + GlobalAveragePooling (lab 4)."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import random

import keras
import numpy as np
from keras import layers

GOOD = "tasty fresh friendly lovely perfect warm charming delicious quick generous".split()
BAD = "bland stale rude awful terrible cold noisy greasy slow stingy".split()
THINGS = "soup bread waiter dessert coffee pasta salad fish terrace music wine bill".split()
OPENERS = ["we thought", "honestly", "in short", "last friday", "as always", "for us"]


def review(rng, label):
    words = GOOD if label else BAD
    parts = [rng.choice(OPENERS)]
    for thing in rng.sample(THINGS, 3):
        parts.append(f"the {thing} was {rng.choice(words)}")
    return " and ".join(parts)


def make_split(n, rng, seen):
    texts, labels = [], []
    while len(texts) < n:
        label = rng.randint(0, 1)
        text = review(rng, label)
        if text not in seen:
            seen.add(text)
            texts.append(text)
            labels.append(label)
    return texts, np.array(labels)


def texts_to_ids(texts, max_len=20):
    vectorizer = layers.TextVectorization(output_mode="int", output_sequence_length=max_len)
    vectorizer.adapt(texts)
    ids = np.array(vectorizer(texts))
    return ids, len(vectorizer.get_vocabulary())


keras.utils.set_random_seed(8)
rng = random.Random(8)
seen = set()
train_texts, y_train = make_split(1200, rng, seen)
test_texts, y_test = make_split(300, rng, seen)
print(train_texts[0], "->", y_train[0])

x_train, vocab_size = texts_to_ids(train_texts)
x_test, _ = texts_to_ids(test_texts)
print("vocabulary size:", vocab_size, "| train", x_train.shape, "| test", x_test.shape)

model = keras.Sequential([
    keras.Input((x_train.shape[1],), dtype="int32"),
    layers.Embedding(vocab_size, 16, mask_zero=True),
    layers.GlobalAveragePooling1D(),
    layers.Dense(16, activation="relu"),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="binary_crossentropy",
              metrics=["accuracy"])
model.fit(x_train, y_train, epochs=12, batch_size=32, validation_split=0.15, verbose=2)

loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test: loss {loss:.3f}, accuracy {acc:.3f}")
