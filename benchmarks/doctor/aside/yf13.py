import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf
import keras
from keras import layers

VOCAB = 150
LENGTH = 30

keras.utils.set_random_seed(8)


def read_split(name):
    texts, labels = [], []
    for line in open(os.path.join("data", "tickets", name + ".jsonl")):
        row = json.loads(line)
        texts.append(row["text"])
        labels.append(row["desk_id"])
    return tf.constant(texts), np.array(labels)


def vectorize(texts):
    vectorizer.adapt(texts)
    return vectorizer(texts)


def build_model():
    inputs = keras.Input(shape=(LENGTH,), dtype="int64")
    h = layers.Embedding(VOCAB, 32)(inputs)
    h = layers.Conv1D(64, 3, padding="same", activation="relu")(h)
    h = layers.GlobalMaxPooling1D()(h)
    h = layers.Dropout(0.2)(h)
    outputs = layers.Dense(4, activation="softmax")(h)
    return keras.Model(inputs, outputs)


vectorizer = layers.TextVectorization(max_tokens=VOCAB, output_sequence_length=LENGTH)

train_texts, y_train = read_split("train")
val_texts, y_val = read_split("validation")
test_texts, y_test = read_split("test")

x_train = vectorize(train_texts)
x_val = vectorize(val_texts)
x_test = vectorize(test_texts)
print("vocabulary:", vectorizer.vocabulary_size(), "first text:", x_train[0].numpy())

model = build_model()
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(x_train, y_train, validation_data=(x_val, y_val), epochs=10, batch_size=16, verbose=2)

loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test loss {loss:.3f}  test accuracy {acc:.3f}")
for text, p in zip(test_texts[:5].numpy(), model.predict(x_test[:5], verbose=0)):
    print(text.decode()[:60], "->", p.argmax(), f"({p.max():.2f})")
