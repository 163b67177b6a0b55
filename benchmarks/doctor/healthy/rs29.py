"""Siamese encoder: the same digit or not? Trained on pairs of some images, judged on pairs of others."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
from keras import layers, ops
from sklearn.datasets import load_digits
from sklearn.metrics import roc_auc_score

keras.utils.set_random_seed(23)
MARGIN = 1.0
digits = load_digits()
images, labels = (digits.images / 16.0)[..., None].astype("float32"), digits.target


def pairs(pool, n, rng):
    """Half of the pairs show the same digit (1), half two different ones (0)."""
    where = {c: pool[labels[pool] == c] for c in range(10)}
    left, right, same = [], [], []
    for k in range(n):
        c = rng.integers(10)
        if k % 2:
            i, j = rng.choice(where[c], 2, replace=False)
        else:
            d = (c + rng.integers(1, 10)) % 10
            i, j = rng.choice(where[c]), rng.choice(where[d])
        left.append(i), right.append(j), same.append(k % 2)
    return [images[left], images[right]], np.array(same, dtype="float32")


def encoder():
    return keras.Sequential(
        [
            keras.Input((8, 8, 1)),
            layers.Conv2D(32, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(64, 3, padding="same", activation="relu"),
            layers.Flatten(),
            layers.Dropout(0.2),
            layers.Dense(32),
            layers.UnitNormalization(),
        ],
        name="encoder",
    )


def contrastive(same, distance):
    """Hadsell et al. 2006, with 1 for pairs of the same class: near if the same, at least MARGIN apart if not."""
    return ops.mean(same * ops.square(distance) + (1 - same) * ops.square(ops.maximum(MARGIN - distance, 0.0)))


enc = encoder()
a, b = keras.Input((8, 8, 1)), keras.Input((8, 8, 1))
dist = layers.Lambda(lambda t: ops.sqrt(ops.sum(ops.square(t[0] - t[1]), axis=1, keepdims=True) + 1e-8))([enc(a), enc(b)])
siamese = keras.Model([a, b], dist)
siamese.compile(keras.optimizers.Adam(1e-3), loss=contrastive)

rng = np.random.default_rng(23)
order = rng.permutation(len(labels))  # the images are split first, the pairs drawn afterwards
x_train, y_train = pairs(order[:1200], 8000, rng)
x_test, y_test = pairs(order[1200:], 1500, rng)

before = roc_auc_score(y_test, -siamese.predict(x_test, verbose=0)[:, 0])
siamese.fit(x_train, y_train, batch_size=64, epochs=6, verbose=2)
after = roc_auc_score(y_test, -siamese.predict(x_test, verbose=0)[:, 0])
plain = roc_auc_score(y_test, -np.square(x_test[0] - x_test[1]).sum((1, 2, 3)))
print(f"AUC on pairs of unseen images: pixels {plain:.3f}, untrained {before:.3f}, trained {after:.3f}")
