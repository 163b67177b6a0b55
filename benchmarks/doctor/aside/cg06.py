"""Small CNN on the 8x8 digits of scikit-learn, with light augmentation."""
import argparse
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from tensorflow import keras
from tensorflow.keras import layers


def get_data(seed):
    digits = load_digits()
    images = (digits.images / 16.0).astype("float32")[..., np.newaxis]
    labels = digits.target.astype("int32")
    return train_test_split(images, labels, test_size=0.2, random_state=seed, stratify=labels)


def make_datasets(x_tr, x_va, y_tr, y_va, batch):
    train = (
        tf.data.Dataset.from_tensor_slices((x_tr, y_tr))
        .shuffle(len(x_tr), reshuffle_each_iteration=True)
        .batch(batch)
        .prefetch(tf.data.AUTOTUNE)
    )
    valid = tf.data.Dataset.from_tensor_slices((x_va, y_va)).batch(256)
    return train, valid


def build_model():
    inputs = keras.Input(shape=(8, 8, 1))
    x = layers.RandomTranslation(0.1, 0.1, fill_mode="constant")(inputs)
    x = layers.Conv2D(24, 3, padding="same", activation="relu")(x)
    x = layers.MaxPooling2D(2)(x)
    x = layers.Conv2D(48, 3, padding="same", activation="relu")(x)
    x = layers.GlobalAveragePooling2D()(x)
    x = layers.Dropout(0.2)(x)
    outputs = layers.Dense(10, activation="softmax")(x)
    return keras.Model(inputs, outputs)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--batch", type=int, default=64)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--seed", type=int, default=3)
    p.add_argument("--out", default="out/cg06")
    a = p.parse_args()

    keras.utils.set_random_seed(a.seed)
    os.makedirs(a.out, exist_ok=True)

    x_tr, x_va, y_tr, y_va = get_data(a.seed)
    train, valid = make_datasets(x_tr, x_va, y_tr, y_va, a.batch)

    model = build_model()
    model.compile(
        optimizer=keras.optimizers.Adam(lr=a.lr),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    model.fit(train, validation_data=valid, epochs=a.epochs, verbose=2)

    loss, acc = model.evaluate(valid, verbose=0)
    print(f"validation: loss {loss:.3f} accuracy {acc:.3f}")
    model.save(os.path.join(a.out, "digits.keras"))


if __name__ == "__main__":
    main()
