import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.metrics import confusion_matrix

keras.utils.set_random_seed(21)

DESKS = ["north", "east", "south", "west"]
VOCAB_SIZE = 200
SEQ_LEN = 48
EMBED_DIM = 32
BATCH = 32


def load(split):
    with open(f"data/tickets/{split}.jsonl") as fh:
        rows = [json.loads(l) for l in fh]
    texts = np.array([r["text"] for r in rows], dtype=object)
    y = np.array([r["desk_id"] for r in rows], dtype="int32")
    return texts, y


def make_ds(texts, y, vectorizer, shuffle=False):
    ids = vectorizer(tf.constant(texts.tolist()))
    ds = tf.data.Dataset.from_tensor_slices((ids, y))
    if shuffle:
        ds = ds.shuffle(len(y), seed=21)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


def build_model():
    inputs = keras.Input(shape=(SEQ_LEN,), dtype="int64")
    x = layers.Embedding(VOCAB_SIZE, EMBED_DIM, mask_zero=True)(inputs)
    x = layers.LSTM(48)(x)
    x = layers.Dropout(0.1)(x)
    x = layers.LSTM(32)(x)
    x = layers.Dense(32, activation="relu")(x)
    outputs = layers.Dense(len(DESKS), activation="softmax")(x)
    return keras.Model(inputs, outputs, name="desk_router")


def main():
    train_x, train_y = load("train")
    val_x, val_y = load("validation")
    test_x, test_y = load("test")

    vectorizer = layers.TextVectorization(max_tokens=VOCAB_SIZE, output_sequence_length=SEQ_LEN)
    vectorizer.adapt(train_x.tolist())
    print("vocabulary:", len(vectorizer.get_vocabulary()))

    train_ds = make_ds(train_x, train_y, vectorizer, shuffle=True)
    val_ds = make_ds(val_x, val_y, vectorizer)
    test_ds = make_ds(test_x, test_y, vectorizer)

    model = build_model()
    model.summary()
    model.compile(
        optimizer=keras.optimizers.Adam(learning_rate=5e-3),
        loss=keras.losses.SparseCategoricalCrossentropy(),
        metrics=["accuracy"],
    )
    model.fit(train_ds, validation_data=val_ds, epochs=10, verbose=2)

    loss, acc = model.evaluate(test_ds, verbose=0)
    print(f"test loss: {loss:.4f}, test accuracy: {acc:.4f}")
    pred = model.predict(test_ds, verbose=0).argmax(axis=-1)
    print(DESKS)
    print(confusion_matrix(test_y, pred))


if __name__ == "__main__":
    main()
