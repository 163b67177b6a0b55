"""Digits with tf.data and a per-class report."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split
from tensorflow import keras
from tensorflow.keras import layers

BATCH_SIZE = 64


def get_arrays():
    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).reshape(-1, 8, 8, 1).astype("float32")
    x_rest, x_test, y_rest, y_test = train_test_split(x, y, test_size=0.2, stratify=y, random_state=0)
    x_train, x_val, y_train, y_val = train_test_split(x_rest, y_rest, test_size=0.2, stratify=y_rest,
                                                      random_state=0)
    return (x_train, y_train), (x_val, y_val), (x_test, y_test)


def as_dataset(arrays):
    images, labels = arrays
    ds = tf.data.Dataset.from_tensor_slices((images, labels))
    ds = ds.cache()
    ds = ds.shuffle(len(images))
    ds = ds.batch(BATCH_SIZE)
    return ds.prefetch(tf.data.AUTOTUNE)


def build_model():
    inputs = keras.Input((8, 8, 1))
    h = layers.Conv2D(16, 3, padding="same", activation="relu")(inputs)
    h = layers.Conv2D(32, 3, padding="same", activation="relu")(h)
    h = layers.MaxPooling2D()(h)
    h = layers.Flatten()(h)
    h = layers.Dropout(0.3)(h)
    outputs = layers.Dense(10, activation="softmax")(h)
    model = keras.Model(inputs, outputs)
    model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


def report(model, ds):
    probs = model.predict(ds, verbose=0)
    y_pred = np.argmax(probs, axis=1)
    y_true = np.concatenate([labels.numpy() for _, labels in ds])
    print(confusion_matrix(y_true, y_pred))
    print(classification_report(y_true, y_pred, digits=3, zero_division=0))


def main():
    keras.utils.set_random_seed(0)
    train, val, test = (as_dataset(a) for a in get_arrays())
    model = build_model()
    model.fit(train, validation_data=val, epochs=15, verbose=2)
    report(model, test)


if __name__ == "__main__":
    main()
