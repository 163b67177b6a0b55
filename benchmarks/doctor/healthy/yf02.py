# digit recognition with a small dense net, one array per class like in our folders
import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits

keras.utils.set_random_seed(0)

digits = load_digits()

images = []
labels = []
for digit in range(10):
    of_this_class = digits.images[digits.target == digit]
    print("class", digit, "->", len(of_this_class), "images")
    images.append(of_this_class)
    labels.append(np.full(len(of_this_class), digit))

x = np.concatenate(images).astype("float32") / 16.0
y = np.concatenate(labels)
x = x[..., np.newaxis]
order = np.random.permutation(len(x))
x, y = x[order], y[order]
print(x.shape, y.shape)

model = keras.Sequential([
    keras.Input(shape=(8, 8, 1)),
    layers.Conv2D(16, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Conv2D(32, 3, padding="same", activation="relu"),
    layers.Flatten(),
    layers.Dropout(0.2),
    layers.Dense(64, activation="relu"),
    layers.Dense(10, activation="softmax"),
])
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

history = model.fit(x, y, epochs=8, batch_size=32, validation_split=0.2, verbose=2)

best = max(history.history["val_accuracy"])
print("train accuracy %.3f" % history.history["accuracy"][-1])
print("best validation accuracy %.3f" % best)
