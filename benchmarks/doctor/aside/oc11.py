import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.layers import Conv2D, Dense, Dropout, Flatten, Input, MaxPooling2D

# circles vs squares, 24x24 grey pictures
rng = np.random.default_rng(8)
tf.random.set_seed(8)
SIZE = 24


def draw(kind):
    img = rng.normal(0.1, 0.08, (SIZE, SIZE))
    r = rng.integers(4, 8)
    cx, cy = rng.integers(r + 1, SIZE - r - 1, 2)
    yy, xx = np.mgrid[:SIZE, :SIZE]
    if kind == 1:
        mask = (xx - cx) ** 2 + (yy - cy) ** 2 <= r * r
    else:
        mask = (abs(xx - cx) <= r - 1) & (abs(yy - cy) <= r - 1)
    img[mask] += 0.7
    return img


labels = rng.integers(0, 2, 1200)
images = np.stack([draw(k) for k in labels]).astype("float32")[..., None]
x_train, y_train = images[:800], labels[:800]
x_val, y_val = images[800:1000], labels[800:1000]
x_test, y_test = images[1000:], labels[1000:]
print("train", x_train.shape, "share of circles", y_train.mean())

model = keras.Sequential()
model.add(Input(shape=(SIZE, SIZE, 1)))
model.add(Conv2D(16, (3, 3), activation="relu"))
model.add(MaxPooling2D((2, 2)))
model.add(Conv2D(32, (3, 3), activation="relu"))
model.add(MaxPooling2D((2, 2)))
model.add(Flatten())
model.add(Dense(32, activation="relu"))
model.add(Dropout(0.2))
model.add(Dense(1, activation="softmax"))

model.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy"])
history = model.fit(x_train, y_train, epochs=10, batch_size=32, validation_data=(x_val, y_val), verbose=2)

test_loss, test_acc = model.evaluate(x_test, y_test, verbose=0)
print("Test accuracy:", test_acc)
print(model.predict(x_test[:6], verbose=0).ravel(), y_test[:6])
