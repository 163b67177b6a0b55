import os
import tempfile

import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import Dense, Dropout, Embedding, GlobalAveragePooling1D, Input
from tensorflow.keras.models import Sequential, load_model
from tensorflow.keras.preprocessing.sequence import pad_sequences
from tensorflow.keras.preprocessing.text import Tokenizer

tf.keras.utils.set_random_seed(5)
rng = np.random.default_rng(5)

GOOD = "great lovely excellent superb charming brilliant delightful fresh".split()
BAD = "awful boring terrible weak dull clumsy dreadful stale".split()
NEUTRAL = "the movie plot actor scene music camera story ending was with and very rather it a".split()


def write_reviews(n):
    texts, labels = [], []
    for _ in range(n):
        label = int(rng.integers(2))
        mood = list(rng.choice(GOOD if label else BAD, size=3))
        words = mood + list(rng.choice(NEUTRAL, size=rng.integers(6, 14)))
        rng.shuffle(words)
        texts.append(" ".join(words))
        labels.append(label)
    return texts, np.array(labels)


MAX_WORDS, MAX_LEN = 200, 20
folder = tempfile.mkdtemp()
path = os.path.join(folder, "reviews.keras")


def train():
    texts, labels = write_reviews(1200)
    tokenizer = Tokenizer(num_words=MAX_WORDS, oov_token="<unk>")
    tokenizer.fit_on_texts(texts)
    x = pad_sequences(tokenizer.texts_to_sequences(texts), maxlen=MAX_LEN)
    model = Sequential([
        Input((MAX_LEN,)),
        Embedding(MAX_WORDS, 16),
        GlobalAveragePooling1D(),
        Dropout(0.2),
        Dense(16, activation="relu"),
        Dense(1, activation="sigmoid"),
    ])
    model.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy"])
    model.fit(x, labels, epochs=10, validation_split=0.2, verbose=2)
    model.save(path)


def classify(texts):
    model = load_model(path)
    tokenizer = Tokenizer(num_words=MAX_WORDS, oov_token="<unk>")
    tokenizer.fit_on_texts(texts)
    x = pad_sequences(tokenizer.texts_to_sequences(texts), maxlen=MAX_LEN)
    return (model.predict(x, verbose=0)[:, 0] > 0.5).astype(int)


train()
new_texts, new_labels = write_reviews(100)
found = classify(new_texts)
print("accuracy on new reviews:", np.mean(found == new_labels))
for t, p in list(zip(new_texts, found))[:5]:
    print("positive" if p else "negative", "|", t)
