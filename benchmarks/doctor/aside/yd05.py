import argparse

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split
from tensorflow import keras


def build_dataset(images, labels, batch_size):
    ds = tf.data.Dataset.from_tensor_slices((images, labels))
    ds = ds.map(lambda x, y: (tf.cast(x, tf.float32) / 16.0, y), num_parallel_calls=tf.data.AUTOTUNE)
    return ds.shuffle(1000).batch(batch_size).prefetch(tf.data.AUTOTUNE)


def build_eval_dataset(images, labels, batch_size):
    ds = tf.data.Dataset.from_tensor_slices((images, labels))
    ds = ds.map(lambda x, y: (tf.cast(x, tf.float32) / 16.0, y), num_parallel_calls=tf.data.AUTOTUNE)
    return ds.shuffle(1000).batch(batch_size).prefetch(tf.data.AUTOTUNE)


def build_model():
    inputs = keras.Input((8, 8, 1))
    x = keras.layers.Conv2D(16, 3, padding="same", activation="relu")(inputs)
    x = keras.layers.Conv2D(32, 3, padding="same", activation="relu")(x)
    x = keras.layers.MaxPooling2D()(x)
    x = keras.layers.Flatten()(x)
    x = keras.layers.Dense(64, activation="relu")(x)
    outputs = keras.layers.Dense(10, activation="softmax")(x)
    return keras.Model(inputs, outputs)


def main(args):
    keras.utils.set_random_seed(args.seed)
    digits = load_digits()
    x_train, x_test, y_train, y_test = train_test_split(
        digits.images[..., None], digits.target, test_size=0.25, random_state=args.seed
    )
    train_ds = build_dataset(x_train, y_train, args.batch_size)
    test_ds = build_eval_dataset(x_test, y_test, args.batch_size)

    model = build_model()
    model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(train_ds, validation_data=test_ds, epochs=args.epochs, verbose=2)

    loss, acc = model.evaluate(test_ds, verbose=0)
    print(f"evaluate: loss {loss:.4f} accuracy {acc:.4f}")

    y_pred = np.argmax(model.predict(test_ds, verbose=0), axis=1)
    y_true = np.concatenate([y.numpy() for _, y in test_ds])
    print(classification_report(y_true, y_pred, digits=3, zero_division=0))
    print(confusion_matrix(y_true, y_pred))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--seed", type=int, default=3)
    main(parser.parse_args())
