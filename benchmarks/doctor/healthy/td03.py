import numpy as np
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(3)
rng = np.random.default_rng(3)
SHAPES = ["square", "cross", "bar", "ring", "stripes"]


def draw(shape, n):
    imgs = rng.normal(0.1, 0.15, size=(n, 20, 20))
    for im in imgs:
        r, c = rng.integers(0, 10, size=2)
        patch = np.zeros((10, 10))
        if shape == "square":
            patch[1:9, 1:9] = 1
        elif shape == "cross":
            patch[4:6, :] = 1
            patch[:, 4:6] = 1
        elif shape == "bar":
            patch[:, 3:7] = 1
        elif shape == "ring":
            patch[1:9, 1:9] = 1
            patch[3:7, 3:7] = 0
        else:
            patch[::3, :] = 1
        im[r:r + 10, c:c + 10] += 0.7 * patch
    return np.clip(imgs, 0, 1).astype("float32")


def load_folders(per_class):
    images, labels = [], []
    for idx, name in enumerate(SHAPES):
        images.append(draw(name, per_class))
        labels += [idx] * per_class
    return np.concatenate(images)[..., None], np.array(labels)


X, y = load_folders(200)
X_test, y_test = load_folders(50)
order = rng.permutation(len(X))
X, y = X[order], y[order]

model = keras.Sequential([
    keras.Input(shape=(20, 20, 1)),
    layers.Conv2D(16, 3, activation="relu"),
    layers.MaxPooling2D(),
    layers.Conv2D(32, 3, activation="relu"),
    layers.GlobalMaxPooling2D(),
    layers.Dense(32, activation="relu"),
    layers.Dense(len(SHAPES), activation="softmax"),
])
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(X, y, batch_size=32, epochs=10, validation_split=0.2, verbose=2)

print("test accuracy:", model.evaluate(X_test, y_test, verbose=0)[1])
pred = model.predict(X_test, verbose=0).argmax(axis=1)
for i, name in enumerate(SHAPES):
    print(f"{name:7s} recall {np.mean(pred[y_test == i] == i):.2f}")
