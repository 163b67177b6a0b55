"""Price estimate from short classified ads (bag of words + small MLP)."""
import json
import os

import keras
import numpy as np
import tensorflow as tf
from keras import layers

OUT = "out/bc02"
CKPT = os.path.join(OUT, "best_model.ckpt")
SCALE = 1000.0


def load_split(name):
    with open(f"data/prices/{name}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    texts = [r["text"] for r in rows]
    prices = np.array([r["price"] for r in rows], dtype="float32")
    return texts, prices / SCALE


def build_model(n_words):
    inputs = keras.Input(shape=(n_words,))
    x = layers.Dense(32, activation="relu")(inputs)
    outputs = layers.Dense(1)(x)
    model = keras.Model(inputs, outputs)
    model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="mse", metrics=["mae"])
    return model


def main():
    keras.utils.set_random_seed(0)
    os.makedirs(OUT, exist_ok=True)

    train_texts, y_train = load_split("train")
    val_texts, y_val = load_split("validation")
    test_texts, y_test = load_split("test")

    vectorizer = layers.TextVectorization(output_mode="multi_hot")
    vectorizer.adapt(train_texts)
    x_train = np.array(vectorizer(tf.constant(train_texts)), dtype="float32")
    x_val = np.array(vectorizer(tf.constant(val_texts)), dtype="float32")
    x_test = np.array(vectorizer(tf.constant(test_texts)), dtype="float32")

    model = build_model(x_train.shape[1])
    checkpoint = keras.callbacks.ModelCheckpoint(
        filepath=CKPT,
        monitor="val_loss",
        save_best_only=True,
        save_weights_only=True,
        verbose=0,
    )
    model.fit(
        x_train, y_train,
        validation_data=(x_val, y_val),
        epochs=50,
        batch_size=32,
        callbacks=[checkpoint],
        verbose=2,
    )

    model.load_weights(CKPT)
    _, mae = model.evaluate(x_test, y_test, verbose=0)
    print(f"test MAE: {mae * SCALE:.1f}")
    predicted = model.predict(x_test[:5], verbose=0)[:, 0] * SCALE
    for text, p, y in zip(test_texts[:5], predicted, y_test[:5] * SCALE):
        print(f"{p:7.0f}  {y:7.0f}  {text}")


if __name__ == "__main__":
    main()
