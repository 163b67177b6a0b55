import json
import numpy as np
import pandas as pd
import tensorflow as tf
from tensorflow.keras.preprocessing.text import Tokenizer
from tensorflow.keras.preprocessing.sequence import pad_sequences
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Input, Embedding, GlobalMaxPooling1D, Dense, Dropout, Conv1D

tf.keras.utils.set_random_seed(0)

MAX_WORDS = 500
MAX_LEN = 40

train = pd.read_json("data/tickets/train.jsonl", lines=True)
val = pd.read_json("data/tickets/validation.jsonl", lines=True)
test = pd.read_json("data/tickets/test.jsonl", lines=True)
print(train.head())
print(train.desk.value_counts())

# ---- train ----
tokenizer = Tokenizer(num_words=MAX_WORDS, oov_token="<OOV>")
tokenizer.fit_on_texts(train.text)
X_train = pad_sequences(tokenizer.texts_to_sequences(train.text), maxlen=MAX_LEN, padding="post", truncating="post")
X_val = pad_sequences(tokenizer.texts_to_sequences(val.text), maxlen=MAX_LEN, padding="post", truncating="post")

model = Sequential([
    Input(shape=(MAX_LEN,)),
    Embedding(MAX_WORDS, 32),
    Conv1D(64, 3, activation="relu", padding="same"),
    GlobalMaxPooling1D(),
    Dropout(0.2),
    Dense(32, activation="relu"),
    Dense(4, activation="softmax"),
])
model.compile(loss="sparse_categorical_crossentropy", optimizer="adam", metrics=["accuracy"])
model.fit(X_train, train.desk_id.values, validation_data=(X_val, val.desk_id.values),
          epochs=20, batch_size=16, verbose=2)

# ---- test ----
tokenizer = Tokenizer(num_words=MAX_WORDS, oov_token="<OOV>")
tokenizer.fit_on_texts(test.text)
X_test = pad_sequences(tokenizer.texts_to_sequences(test.text), maxlen=MAX_LEN, padding="post", truncating="post")

loss, acc = model.evaluate(X_test, test.desk_id.values, verbose=0)
print(f"test loss {loss:.3f}  test accuracy {acc:.3f}")

names = dict(zip(train.desk_id, train.desk))
pred = model.predict(X_test, verbose=0).argmax(axis=1)
for text, p, t in list(zip(test.text, pred, test.desk))[:8]:
    print(names[p], "|", t, "|", text[:70])
