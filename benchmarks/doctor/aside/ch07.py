"""Keras + tf.data: digits classifier with a per class report."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(3)
BATCH = 64


def make_dataset(x, y):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    ds = ds.shuffle(len(x), seed=3)
    ds = ds.map(lambda img, lab: (tf.cast(img, tf.float32) / 16.0, lab),
                num_parallel_calls=tf.data.AUTOTUNE)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


def build():
    inputs = keras.Input(shape=(8, 8, 1))
    h = keras.layers.Conv2D(16, 3, padding="same", activation="relu")(inputs)
    h = keras.layers.MaxPooling2D()(h)
    h = keras.layers.Conv2D(32, 3, padding="same", activation="relu")(h)
    h = keras.layers.GlobalAveragePooling2D()(h)
    outputs = keras.layers.Dense(10, activation="softmax")(h)
    model = keras.Model(inputs, outputs)
    model.compile(optimizer=keras.optimizers.Adam(3e-3),
                  loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    return model


def main():
    digits = load_digits()
    images = digits.images[..., None]
    x_train, x_rest, y_train, y_rest = train_test_split(
        images, digits.target, test_size=0.4, stratify=digits.target, random_state=3)
    x_val, x_test, y_val, y_test = train_test_split(
        x_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=3)

    train_ds = make_dataset(x_train, y_train)
    val_ds = make_dataset(x_val, y_val)
    test_ds = make_dataset(x_test, y_test)

    model = build()
    model.fit(train_ds, validation_data=val_ds, epochs=20, verbose=2)

    truth = np.concatenate([lab.numpy() for _, lab in test_ds])
    guess = model.predict(test_ds, verbose=0).argmax(axis=1)

    print(confusion_matrix(truth, guess))
    print(classification_report(truth, guess, digits=3, zero_division=0))


if __name__ == "__main__":
    main()
