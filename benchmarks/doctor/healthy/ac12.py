import numpy as np
import pandas as pd
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(99)

SCALE = 1000.0
MAX_LEN = 20


def load(split):
    df = pd.read_json(f"data/prices/{split}.jsonl", lines=True)
    return df["text"].to_numpy(), (df["price"] / SCALE).to_numpy("float32")


def build_model(vocab_size, dim=32):
    tokens = keras.Input(shape=(MAX_LEN,), dtype="int32", name="tokens")
    emb = layers.Embedding(vocab_size, dim)(tokens)
    # mean and max over the words, side by side
    avg = layers.GlobalAveragePooling1D()(emb)
    top = layers.GlobalMaxPooling1D()(emb)
    x = layers.Concatenate(axis=-1)([avg, top])
    x = layers.Dense(64, activation="relu")(x)
    price = layers.Dense(1, name="price")(x)
    return keras.Model(tokens, price)


train_x, train_y = load("train")
val_x, val_y = load("validation")
test_x, test_y = load("test")

vectorizer = layers.TextVectorization(output_sequence_length=MAX_LEN)
vectorizer.adapt(train_x)
train_x = vectorizer(train_x)
val_x = vectorizer(val_x)
test_x = vectorizer(test_x)

model = build_model(vectorizer.vocabulary_size())
model.compile(
    optimizer=keras.optimizers.Adam(3e-3),
    loss="mse",
    metrics=["mae"],
)
model.summary()

model.fit(
    train_x,
    train_y,
    validation_data=(val_x, val_y),
    epochs=30,
    batch_size=16,
    verbose=2,
    callbacks=[keras.callbacks.ReduceLROnPlateau(patience=3, factor=0.5)],
)

mse, mae = model.evaluate(test_x, test_y, verbose=0)
print(f"mean error on the test set: {mae * SCALE:.0f}")
print(f"mean error of the average:  {np.abs(test_y - train_y.mean()).mean() * SCALE:.0f}")
