import numpy as np
import keras
from keras import layers


def make_shapes(n, size=16, seed=0):
    """0 = square, 1 = cross, 2 = disc"""
    rng = np.random.default_rng(seed)
    images = rng.normal(0, 0.15, (n, size, size, 1))
    labels = rng.integers(0, 3, n)
    yy, xx = np.mgrid[:size, :size]
    for i, k in enumerate(labels):
        cy, cx, r = rng.integers(5, 11), rng.integers(5, 11), rng.integers(3, 5)
        dy, dx = abs(yy - cy), abs(xx - cx)
        if k == 0:
            m = np.maximum(dy, dx) == r
        elif k == 1:
            m = ((dy == 0) & (dx <= r)) | ((dx == 0) & (dy <= r))
        else:
            m = dy ** 2 + dx ** 2 <= r * r
        images[i, m, 0] += 1.0
    return images.astype("float32"), labels


class ShapeSequence(keras.utils.PyDataset):
    def __init__(self, images, labels, batch_size=32, augment=False, **kwargs):
        super().__init__(**kwargs)
        self.images, self.labels = images.copy(), labels.copy()
        self.batch_size = batch_size
        self.augment = augment

    def __len__(self):
        return int(np.ceil(len(self.images) / self.batch_size))

    def __getitem__(self, idx):
        sl = slice(idx * self.batch_size, (idx + 1) * self.batch_size)
        x, y = self.images[sl], self.labels[sl]
        if self.augment and np.random.rand() < 0.5:
            x = x[:, :, ::-1]
        return x, y

    def on_epoch_end(self):
        if self.augment:
            np.random.shuffle(self.images)
            np.random.shuffle(self.labels)


np.random.seed(1)
keras.utils.set_random_seed(1)
x_train, y_train = make_shapes(1200, seed=1)
x_val, y_val = make_shapes(300, seed=2)

inputs = keras.Input((16, 16, 1))
h = layers.Conv2D(16, 3, activation="relu")(inputs)
h = layers.MaxPooling2D()(h)
h = layers.Conv2D(32, 3, activation="relu")(h)
h = layers.Flatten()(h)
outputs = layers.Dense(3, activation="softmax")(h)
cnn = keras.Model(inputs, outputs)
cnn.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])

cnn.fit(ShapeSequence(x_train, y_train, augment=True), shuffle=False,
        validation_data=ShapeSequence(x_val, y_val), epochs=6, verbose=2)
