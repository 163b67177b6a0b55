import os
from dataclasses import dataclass

import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


@dataclass
class Config:
    hidden: int = 64
    drop: float = 0.6
    classes: int = 10
    lr: float = 2e-3
    epochs: int = 25
    batch_size: int = 64
    out: str = "out/fc09"


class DigitNet(keras.Model):
    """Two hidden layers, each followed by dropout."""

    def __init__(self, cfg, **kwargs):
        super().__init__(**kwargs)
        self.scale = layers.Rescaling(1.0 / 16)
        self.fc1 = layers.Dense(cfg.hidden, activation="relu")
        self.drop1 = layers.Dropout(cfg.drop)
        self.fc2 = layers.Dense(cfg.hidden, activation="relu")
        self.drop2 = layers.Dropout(cfg.drop)
        self.head = layers.Dense(cfg.classes)

    def call(self, inputs):
        h = self.scale(inputs)
        h = self.drop1(self.fc1(h), training=True)
        h = self.drop2(self.fc2(h), training=True)
        return self.head(h)


def get_data():
    x, y = load_digits(return_X_y=True)
    x = x.astype("float32")
    x_tr, x_rest, y_tr, y_rest = train_test_split(
        x, y, test_size=0.3, random_state=8, stratify=y
    )
    x_va, x_te, y_va, y_te = train_test_split(
        x_rest, y_rest, test_size=0.5, random_state=8, stratify=y_rest
    )
    return (x_tr, y_tr), (x_va, y_va), (x_te, y_te)


def run(cfg):
    keras.utils.set_random_seed(99)
    os.makedirs(cfg.out, exist_ok=True)
    (x_tr, y_tr), (x_va, y_va), (x_te, y_te) = get_data()

    net = DigitNet(cfg)
    net.compile(
        optimizer=keras.optimizers.Adam(cfg.lr),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
    )
    net.fit(
        x_tr,
        y_tr,
        validation_data=(x_va, y_va),
        epochs=cfg.epochs,
        batch_size=cfg.batch_size,
        verbose=2,
    )
    for attempt in (1, 2):
        scores = net.evaluate(x_te, y_te, verbose=0, return_dict=True)
        print(f"test, evaluation {attempt}: acc {scores['acc']:.4f}")
    labels = np.argmax(net.predict(x_te, verbose=0), axis=-1)
    np.save(os.path.join(cfg.out, "labels.npy"), labels)


if __name__ == "__main__":
    run(Config())
