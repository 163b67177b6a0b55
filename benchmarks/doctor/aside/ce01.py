"""Handwritten digits, read one class folder after the other, small dense net."""
import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits

keras.utils.set_random_seed(7)


def read_class(images, target, label):
    # stands in for: glob("digits/<label>/*.png") and imread
    return images[target == label]


def load_all():
    bunch = load_digits()
    xs, ys = [], []
    for label in range(10):
        imgs = read_class(bunch.images, bunch.target, label)
        xs.append(imgs)
        ys.append(np.full(len(imgs), label))
    x = np.concatenate(xs).astype("float32") / 16.0
    y = np.concatenate(ys).astype("int64")
    return x, y


x, y = load_all()
print("images", x.shape, "labels", y.shape, "per class", np.bincount(y))

model = keras.Sequential(
    [
        keras.Input((8, 8)),
        layers.Flatten(),
        layers.Dense(64, activation="relu"),
        layers.Dropout(0.2),
        layers.Dense(10, activation="softmax"),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

history = model.fit(
    x,
    y,
    batch_size=32,
    epochs=15,
    validation_split=0.2,
    shuffle=True,
    verbose=2,
)

print("train accuracy %.3f" % history.history["accuracy"][-1])
print("validation accuracy %.3f" % history.history["val_accuracy"][-1])
