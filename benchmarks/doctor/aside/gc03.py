import argparse
import os

import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


def get_args():
    p = argparse.ArgumentParser(description="odd or even? CNN on the sklearn digits")
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--batch-size", type=int, default=32)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--out", default="out/gc03")
    return p.parse_args()


def load(seed):
    d = load_digits()
    images = (d.images.astype("float32") / 16.0)[..., np.newaxis]
    odd = (d.target % 2).astype("float32").reshape(-1, 1)
    x_rest, x_test, y_rest, y_test = train_test_split(
        images, odd, test_size=0.2, stratify=odd, random_state=seed
    )
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=seed
    )
    return (x_train, y_train), (x_val, y_val), (x_test, y_test)


def build():
    return keras.Sequential(
        [
            layers.Input((8, 8, 1)),
            layers.Conv2D(16, 3, activation="relu", padding="same"),
            layers.MaxPooling2D(),
            layers.Conv2D(32, 3, activation="relu", padding="same"),
            layers.Flatten(),
            layers.Dropout(0.2),
            layers.Dense(64, activation="relu"),
            layers.Dense(1, activation="softmax"),
        ]
    )


def main():
    args = get_args()
    keras.utils.set_random_seed(args.seed)
    (x_train, y_train), (x_val, y_val), (x_test, y_test) = load(args.seed)
    print("train", x_train.shape, "val", x_val.shape, "test", x_test.shape)

    model = build()
    model.compile(
        optimizer=keras.optimizers.Adam(learning_rate=args.lr),
        loss="binary_crossentropy",
        metrics=["accuracy"],
    )
    model.fit(
        x_train,
        y_train,
        batch_size=args.batch_size,
        epochs=args.epochs,
        validation_data=(x_val, y_val),
        verbose=2,
    )
    loss, acc = model.evaluate(x_test, y_test, verbose=0)
    print(f"test loss {loss:.4f}, test accuracy {acc:.4f}")

    os.makedirs(args.out, exist_ok=True)
    model.save(os.path.join(args.out, "odd_even.keras"))


if __name__ == "__main__":
    main()
