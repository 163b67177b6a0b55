"""How many bikes are rented in an hour? Made-up numbers, same columns as the course."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from tensorflow.keras import callbacks, layers, models, optimizers

OUT = os.path.join("out", "fg11")
os.makedirs(OUT, exist_ok=True)


class BikeModel:
    def __init__(self, seed=2):
        tf.keras.utils.set_random_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.weights_file = os.path.join(OUT, "best_weights.h5")

    # ---- data
    def make_rows(self, n):
        hour = self.rng.integers(0, 24, n)
        temp = self.rng.normal(15, 8, n)
        rain = self.rng.random(n) < 0.2
        weekend = self.rng.random(n) < 2 / 7
        rush = np.exp(-((hour - 8) ** 2) / 4) + np.exp(-((hour - 17) ** 2) / 6)
        bikes = 40 + 5 * temp + 150 * rush * ~weekend - 60 * rain + self.rng.normal(0, 10, n)
        x = np.stack(
            [np.sin(2 * np.pi * hour / 24), np.cos(2 * np.pi * hour / 24), temp / 10, rain, weekend],
            axis=1,
        )
        return x.astype("float32"), (bikes / 100).astype("float32")[:, None]

    def prepare(self):
        self.train = self.make_rows(2000)
        self.val = self.make_rows(400)
        self.test = self.make_rows(400)

    # ---- network
    def build(self):
        self.net = models.Sequential(
            [
                layers.Input(shape=(5,)),
                layers.Dense(64, activation="relu"),
                layers.Dense(64, activation="relu"),
                layers.Dense(1),
            ]
        )
        self.net.compile(optimizer=optimizers.Adam(2e-3), loss="mse", metrics=["mae"])

    def fit(self, epochs=25):
        keep_best = callbacks.ModelCheckpoint(
            self.weights_file,
            monitor="val_loss",
            mode="min",
            save_best_only=True,
            save_weights_only=True,
            verbose=0,
        )
        return self.net.fit(
            *self.train,
            validation_data=self.val,
            epochs=epochs,
            batch_size=32,
            callbacks=[keep_best],
            verbose=2,
        )

    def report(self):
        self.net.load_weights(self.weights_file)
        mse, mae = self.net.evaluate(*self.test, verbose=0)
        base = np.abs(self.test[1] - self.train[1].mean()).mean()
        print(f"test mae {100 * mae:.1f} bikes (always the mean: {100 * base:.1f})")


if __name__ == "__main__":
    bikes = BikeModel()
    bikes.prepare()
    bikes.build()
    bikes.fit()
    bikes.report()
