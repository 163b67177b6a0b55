import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import math

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


class DigitBatches(keras.utils.PyDataset):
    """Feeds batches with a little pixel noise as augmentation."""

    def __init__(self, images, labels, batch_size=32, noise=0.05, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.images = images
        self.labels = labels
        self.batch_size = batch_size
        self.noise = noise
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return math.ceil(len(self.images) / self.batch_size)

    def __getitem__(self, k):
        part = slice(k * self.batch_size, (k + 1) * self.batch_size)
        x = self.images[part]
        x = x + self.rng.normal(0, self.noise, size=x.shape)
        return x.astype("float32"), self.labels[part]

    def on_epoch_end(self):
        self.rng.shuffle(self.images)


def build():
    return keras.Sequential([
        keras.Input((8, 8, 1)),
        layers.Conv2D(32, 3, activation="relu"),
        layers.Flatten(),
        layers.Dense(64, activation="relu"),
        layers.Dense(10),
    ])


def main():
    keras.utils.set_random_seed(5)
    digits = load_digits()
    X = (digits.images / 16.0)[..., None].astype("float32")
    y = digits.target

    X_rest, X_test, y_rest, y_test = train_test_split(
        X, y, test_size=0.2, stratify=y, random_state=5)
    X_train, X_val, y_train, y_val = train_test_split(
        X_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=5)

    model = build()
    model.compile(
        optimizer=keras.optimizers.Adam(1e-3),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    batches = DigitBatches(X_train, y_train, seed=5)
    model.fit(batches, validation_data=(X_val, y_val), epochs=15, verbose=2)

    loss, acc = model.evaluate(X_test, y_test, verbose=0)
    print(f"test loss {loss:.3f}  accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
