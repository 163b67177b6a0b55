import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, models

SIZE = 32
NAMES = ["circle", "square", "cross"]


def draw(kind, rng):
    img = rng.uniform(0, 60, (SIZE, SIZE, 3))
    color = rng.uniform(120, 255, 3)
    cx, cy = rng.integers(11, 21, 2)
    r = rng.integers(6, 10)
    yy, xx = np.mgrid[:SIZE, :SIZE]
    if kind == 0:
        mask = (xx - cx) ** 2 + (yy - cy) ** 2 <= r ** 2
    elif kind == 1:
        mask = (abs(xx - cx) <= r) & (abs(yy - cy) <= r)
    else:
        mask = ((abs(xx - cx) <= 1) & (abs(yy - cy) <= r)) | ((abs(yy - cy) <= 1) & (abs(xx - cx) <= r))
    img[mask] = color
    return img.astype("uint8")


class ShapeClassifier:
    def __init__(self, seed=0):
        tf.keras.utils.set_random_seed(seed)
        self.model = models.Sequential([
            layers.Input(shape=(SIZE, SIZE, 3)),
            layers.Rescaling(1.0 / 255),
            layers.Conv2D(16, 3, activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(32, 3, activation="relu"),
            layers.MaxPooling2D(),
            layers.Flatten(),
            layers.Dense(64, activation="relu"),
            layers.Dense(len(NAMES), activation="softmax"),
        ])
        self.model.compile(optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"])

    def train(self, x, y, epochs=8):
        return self.model.fit(x, y, epochs=epochs, batch_size=32, validation_split=0.1, verbose=2)

    def classify(self, image):
        """Name and probability for one picture."""
        probs = self.model.predict(np.expand_dims(image, axis=0), verbose=0)
        probs = np.squeeze(probs)
        best = int(np.argmax(probs))
        return NAMES[best], float(probs[best])


def make_data(n, seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, len(NAMES), n)
    x = np.stack([draw(k, rng) for k in y])
    return x, y


x_train, y_train = make_data(900, 1)
x_test, y_test = make_data(200, 2)
print("train", x_train.shape, "test", x_test.shape)

clf = ShapeClassifier()
clf.train(x_train, y_train)
print("test accuracy", clf.model.evaluate(x_test, y_test, verbose=0)[1])

for i in range(5):
    name, p = clf.classify(x_test[i])
    print(f"picture {i}: {name} ({p:.2f}), is {NAMES[y_test[i]]}")
