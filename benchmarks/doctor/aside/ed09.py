"""Siamese network: are two handwritten digits the same number?"""
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from tensorflow.keras import layers

tf.keras.utils.set_random_seed(21)
rng = np.random.default_rng(21)

x, y = load_digits(return_X_y=True)
x = (x / 16.0).astype("float32")
x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.25, stratify=y, random_state=21)


def make_pairs(images, labels, n):
    """n pairs, half of them of the same digit."""
    by_digit = [np.flatnonzero(labels == d) for d in range(10)]
    a, b, same = [], [], []
    for k in range(n):
        d = rng.integers(10)
        if k % 2 == 0:
            other = d
        else:
            other = (d + rng.integers(1, 10)) % 10
        a.append(rng.choice(by_digit[d]))
        b.append(rng.choice(by_digit[other]))
        same.append(1.0 if d == other else 0.0)
    return (images[a], images[b]), np.array(same, dtype="float32")


train_pairs, train_same = make_pairs(x_train, y_train, 6000)
test_pairs, test_same = make_pairs(x_test, y_test, 1000)


def build_encoder():
    inp = layers.Input(shape=(64,))
    h = layers.Dense(128, activation="relu")(inp)
    h = layers.Dense(32)(h)
    return tf.keras.Model(inp, h, name="encoder")


encoder = build_encoder()
left = layers.Input(shape=(64,), name="left")
right = layers.Input(shape=(64,), name="right")

distance = tf.abs(encoder(left) - encoder(right))
hidden = layers.Dense(16, activation="relu")(distance)
output = layers.Dense(1, activation="sigmoid")(hidden)

siamese = tf.keras.Model([left, right], output)
siamese.compile(
    optimizer=tf.keras.optimizers.Adam(1e-3),
    loss="binary_crossentropy",
    metrics=["accuracy"],
)
siamese.summary()

siamese.fit(list(train_pairs), train_same, batch_size=64, epochs=8, verbose=2)
loss, acc = siamese.evaluate(list(test_pairs), test_same, verbose=0)
print(f"unseen pairs: loss {loss:.3f}, accuracy {acc:.3f}")
