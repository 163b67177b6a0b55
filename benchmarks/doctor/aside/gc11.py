import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

CONFIG = {
    "epochs": 40,
    "batch_size": 32,
    "initial_lr": 1e-3,
    "halve_every": 10,   # epochs
    "seed": 23,
    "out": "out/gc11",
}


class DigitsExperiment:
    def __init__(self, cfg):
        self.cfg = cfg
        tf.keras.utils.set_random_seed(cfg["seed"])
        self._prepare_data()
        self._build()

    def _prepare_data(self):
        x, y = load_digits(return_X_y=True)
        x = (x / 16.0).astype("float32")
        x_a, self.x_test, y_a, self.y_test = train_test_split(
            x, y, test_size=0.2, stratify=y, random_state=self.cfg["seed"]
        )
        self.x_train, self.x_val, self.y_train, self.y_val = train_test_split(
            x_a, y_a, test_size=0.2, stratify=y_a, random_state=self.cfg["seed"]
        )

    def _build(self):
        schedule = tf.keras.optimizers.schedules.ExponentialDecay(
            initial_learning_rate=self.cfg["initial_lr"],
            decay_steps=self.cfg["halve_every"],
            decay_rate=0.5,
            staircase=True,
        )
        self.model = tf.keras.Sequential(
            [
                tf.keras.layers.Input((64,)),
                tf.keras.layers.Dense(64, activation="relu"),
                tf.keras.layers.Dense(32, activation="relu"),
                tf.keras.layers.Dense(10, activation="softmax"),
            ]
        )
        self.model.compile(
            optimizer=tf.keras.optimizers.Adam(learning_rate=schedule),
            loss="sparse_categorical_crossentropy",
            metrics=["accuracy"],
        )

    def run(self):
        history = self.model.fit(
            self.x_train,
            self.y_train,
            validation_data=(self.x_val, self.y_val),
            epochs=self.cfg["epochs"],
            batch_size=self.cfg["batch_size"],
            verbose=2,
        )
        loss, acc = self.model.evaluate(self.x_test, self.y_test, verbose=0)
        print(f"test: loss {loss:.4f}  accuracy {acc:.4f}")
        os.makedirs(self.cfg["out"], exist_ok=True)
        np.savez(os.path.join(self.cfg["out"], "history.npz"), **history.history)


if __name__ == "__main__":
    DigitsExperiment(CONFIG).run()
