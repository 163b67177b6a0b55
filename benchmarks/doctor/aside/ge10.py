"""Digits from files of different size: batches by a Sequence with light augmentation."""
import math
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from tensorflow import keras
from tensorflow.keras import layers


class DigitSequence(keras.utils.Sequence):
    def __init__(self, images, labels, batch_size=64, augment=False, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.images = images
        self.labels = labels
        self.batch_size = batch_size
        self.augment = augment
        self.rng = np.random.default_rng(seed)
        self.order = np.arange(len(images))
        if augment:
            self.rng.shuffle(self.order)

    def __len__(self):
        return math.ceil(len(self.images) / self.batch_size)

    def __getitem__(self, index):
        pick = self.order[index * self.batch_size : (index + 1) * self.batch_size]
        x = self.images[pick].copy()
        if self.augment:
            x += self.rng.normal(0, 0.05, size=x.shape).astype("float32")
            x = np.clip(x, 0.0, 1.0)
        return x, self.labels[pick]

    def on_epoch_end(self):
        if self.augment:
            self.rng.shuffle(self.order)


def cnn():
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            layers.Conv2D(16, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(32, 3, padding="same", activation="relu"),
            layers.GlobalAveragePooling2D(),
            layers.Dropout(0.2),
            layers.Dense(10, activation="softmax"),
        ]
    )


keras.utils.set_random_seed(4)
bunch = load_digits()
images = (bunch.images / 16.0).astype("float32")[..., np.newaxis]
tr_x, te_x, tr_y, te_y = train_test_split(
    images, bunch.target, test_size=0.2, stratify=bunch.target, random_state=4
)
tr_x, va_x, tr_y, va_y = train_test_split(tr_x, tr_y, test_size=0.2, stratify=tr_y, random_state=4)

train_gen = DigitSequence(tr_x, tr_y, augment=True, seed=4)
valid_gen = DigitSequence(va_x, va_y, batch_size=128)
test_gen = DigitSequence(te_x, te_y, batch_size=128)

model = cnn()
model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=5e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

model.fit_generator(
    train_gen,
    epochs=12,
    validation_data=valid_gen,
    verbose=2,
)

test_loss, test_acc = model.evaluate(test_gen, verbose=0)
print("test accuracy: %.3f" % test_acc)
