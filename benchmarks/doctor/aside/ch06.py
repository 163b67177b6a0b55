"""Handwritten digits: load class by class (as from folders), train a small dense net."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits

keras.utils.set_random_seed(21)

digits = load_digits()


def read_folder(label):
    """All pictures of one class, like a directory listing would give them."""
    return digits.images[digits.target == label]


pictures, labels = [], []
for label in range(10):
    pics = read_folder(label)
    pictures.append(pics)
    labels.extend([label] * len(pics))

x = np.concatenate(pictures).astype("float32") / 16.0
y = np.array(labels)
print("pictures", x.shape, "labels", y.shape)

model = keras.Sequential([
    keras.Input(shape=(8, 8)),
    layers.Flatten(),
    layers.Dense(64, activation="relu"),
    layers.Dropout(0.2),
    layers.Dense(10, activation="softmax"),
])
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
history = model.fit(
    x, y,
    batch_size=32,
    epochs=20,
    validation_split=0.2,
    verbose=2,
)

print("train accuracy      %.3f" % history.history["accuracy"][-1])
print("validation accuracy %.3f" % history.history["val_accuracy"][-1])
