"""Digits in Keras.  Was a PyTorch script with random_split(); now everything goes through fit()."""
import argparse

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits


def load_folder(label, images, targets):
    # one folder for each class, as on the disk of the lab
    return images[targets == label]


def load_all():
    bunch = load_digits()
    images = (bunch.images / 16.0).astype("float32")[..., None]
    xs, ys = [], []
    for label in range(10):
        part = load_folder(label, images, bunch.target)
        xs.append(part)
        ys.append(np.full(len(part), label, dtype="int32"))
    return np.concatenate(xs), np.concatenate(ys)


def build_model():
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            layers.Conv2D(24, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(48, 3, padding="same", activation="relu"),
            layers.Flatten(),
            layers.Dropout(0.2),
            layers.Dense(64, activation="relu"),
            layers.Dense(10, activation="softmax"),
        ]
    )


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--epochs", type=int, default=8)
    ap.add_argument("--batch-size", type=int, default=32)
    ap.add_argument("--val-fraction", type=float, default=0.2)
    ap.add_argument("--seed", type=int, default=3)
    args = ap.parse_args()

    keras.utils.set_random_seed(args.seed)
    x, y = load_all()
    print("images", x.shape, "labels", y.shape)

    model = build_model()
    model.compile(
        optimizer=keras.optimizers.Adam(1e-3),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    history = model.fit(
        x,
        y,
        batch_size=args.batch_size,
        epochs=args.epochs,
        shuffle=True,
        validation_split=args.val_fraction,
        verbose=2,
    )
    print("last train accuracy", round(history.history["accuracy"][-1], 4))
    print("last val accuracy  ", round(history.history["val_accuracy"][-1], 4))


if __name__ == "__main__":
    main()
