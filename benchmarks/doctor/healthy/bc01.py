import json

import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(7)

MAX_LEN = 40


def read(split):
    texts, labels = [], []
    with open(f"data/tickets/{split}.jsonl") as f:
        for line in f:
            row = json.loads(line)
            texts.append(row["text"])
            labels.append(row["desk_id"])
    return texts, np.array(labels)


train_texts, y_train = read("train")
val_texts, y_val = read("validation")
test_texts, y_test = read("test")
print(len(train_texts), "training tickets,", len(val_texts), "validation,", len(test_texts), "test")

vectorizer = layers.TextVectorization(output_mode="int", output_sequence_length=MAX_LEN)
vectorizer.adapt(train_texts)

x_train = vectorizer(tf.constant(train_texts)).numpy()
x_val = vectorizer(tf.constant(val_texts)).numpy()
x_test = vectorizer(tf.constant(test_texts)).numpy()
print("train shape:", x_train.shape, "vocabulary:", vectorizer.vocabulary_size())

model = keras.Sequential([
    keras.Input(shape=(MAX_LEN,), dtype="int64"),
    layers.Embedding(vectorizer.vocabulary_size(), 32, mask_zero=True),
    layers.GlobalAveragePooling1D(),
    layers.Dense(32, activation="relu"),
    layers.Dense(4, activation="softmax"),
])
model.compile(
    optimizer=keras.optimizers.Adam(1e-2),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.summary()

model.fit(x_train, y_train, validation_data=(x_val, y_val), epochs=12, batch_size=32, verbose=2)

loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"test loss {loss:.3f}  test accuracy {acc:.3f}")
