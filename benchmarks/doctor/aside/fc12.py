import math
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits


class DigitSequence(keras.utils.PyDataset):
    """Hands out batches; adds a little noise to the training pictures."""

    def __init__(self, x, y, batch_size=32, noise=0.0, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.x, self.y = x, y
        self.batch_size = batch_size
        self.noise = noise
        self.rng = np.random.default_rng(seed)

    def __len__(self):
        return math.ceil(len(self.x) / self.batch_size)

    def __getitem__(self, idx):
        start = idx
        stop = min(start + self.batch_size, len(self.x))
        bx = self.x[start:stop]
        by = self.y[start:stop]
        if self.noise > 0:
            bx = bx + self.rng.normal(scale=self.noise, size=bx.shape).astype("float32")
        return bx, by


def load():
    x, y = load_digits(return_X_y=True)
    x = (x.astype("float32") / 16.0).reshape(-1, 8, 8, 1)
    order = np.random.default_rng(42).permutation(len(x))
    x, y = x[order], y[order]
    a, b = int(0.7 * len(x)), int(0.85 * len(x))
    return (x[:a], y[:a]), (x[a:b], y[a:b]), (x[b:], y[b:])


def cnn():
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            layers.Conv2D(24, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(2),
            layers.Conv2D(48, 3, padding="same", activation="relu"),
            layers.Flatten(),
            layers.Dense(64, activation="relu"),
            layers.Dropout(0.3),
            layers.Dense(10, activation="softmax"),
        ]
    )


if __name__ == "__main__":
    keras.utils.set_random_seed(6)
    os.makedirs("out/fc12", exist_ok=True)
    train, val, test = load()
    train_seq = DigitSequence(*train, noise=0.05)
    print(len(train[0]), "pictures in", len(train_seq), "batches")

    model = cnn()
    model.compile(
        optimizer="adam",
        loss=keras.losses.SparseCategoricalCrossentropy(),
        metrics=["accuracy"],
    )
    model.fit(train_seq, validation_data=val, epochs=15, verbose=2)
    print("test", model.evaluate(*test, verbose=0, return_dict=True))
    model.save("out/fc12/digits.keras")
