"""Siamese network with a contrastive loss: learns whether two 8x8 images show the same digit."""
import random

import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier
from tensorflow.keras import Input, Model, Sequential, layers, saving, utils

utils.set_random_seed(21)
MARGIN = 1.0


def make_pairs(x, y, seed):
    """For every image one positive and one negative partner, both drawn from the same split."""
    rnd = random.Random(seed)
    by_class = {c: np.flatnonzero(y == c) for c in np.unique(y)}
    left, right, same = [], [], []
    for i, c in enumerate(y):
        j = rnd.choice([k for k in by_class[c] if k != i])
        other = rnd.choice([k for k in by_class if k != c])
        left += [i, i]
        right += [j, rnd.choice(by_class[other])]
        same += [1.0, 0.0]
    return (x[left], x[right]), np.array(same, dtype="float32")[:, None]


@saving.register_keras_serializable(package="demo")
class EuclideanDistance(layers.Layer):
    def call(self, a, b):
        squared = tf.reduce_sum(tf.square(a - b), axis=-1, keepdims=True)
        return tf.sqrt(tf.maximum(squared, 1e-9))          # no infinite gradient at zero


def contrastive_loss(same, distance):
    return same * tf.square(distance) + (1.0 - same) * tf.square(tf.maximum(MARGIN - distance, 0.0))


def pair_accuracy(same, distance):
    return tf.reduce_mean(tf.cast(tf.equal(same, tf.cast(distance < MARGIN / 2, same.dtype)), tf.float32))


digits = load_digits()
images = (digits.images[..., None] / 16).astype("float32")
x_train, x_test, y_train, y_test = train_test_split(images, digits.target, test_size=0.3, stratify=digits.target,
                                                    random_state=21)
x_fit, x_val, y_fit, y_val = train_test_split(x_train, y_train, test_size=0.2, stratify=y_train, random_state=21)

tower = Sequential([
    Input((8, 8, 1)),
    layers.Conv2D(16, 3, activation="relu", padding="same"),
    layers.MaxPooling2D(),
    layers.Conv2D(32, 3, activation="relu", padding="same"),
    layers.Flatten(),
    layers.Dense(16),
], name="tower")
a, b = Input((8, 8, 1), name="a"), Input((8, 8, 1), name="b")
siamese = Model([a, b], EuclideanDistance()(tower(a), tower(b)))      # one tower, shared weights
siamese.compile(optimizer="rmsprop", loss=contrastive_loss, metrics=[pair_accuracy])

val_pairs, val_same = make_pairs(x_val, y_val, seed=0)
for epoch in range(12):                                               # new pairs in every epoch
    pairs, same = make_pairs(x_fit, y_fit, seed=100 + epoch)
    siamese.fit(list(pairs), same, batch_size=64, shuffle=True, initial_epoch=epoch, epochs=epoch + 1, verbose=0)
    if epoch % 3 == 2:
        loss, acc = siamese.evaluate(list(val_pairs), val_same, verbose=0)
        print(f"epoch {epoch + 1}: val loss {loss:.4f}, val pair accuracy {acc:.3f}")

test_pairs, test_same = make_pairs(x_test, y_test, seed=1)
distance = siamese.predict(list(test_pairs), verbose=0)
print("test pair AUC %.4f, pair accuracy %.3f" % (roc_auc_score(test_same, -distance),
                                                  np.mean((distance < MARGIN / 2) == test_same)))
knn = KNeighborsClassifier(5).fit(tower.predict(x_train, verbose=0), y_train)
print("5-NN on embeddings, test accuracy %.3f" % knn.score(tower.predict(x_test, verbose=0), y_test))
