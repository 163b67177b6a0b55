# Siamese network on the 8x8 digits: are the two pictures the same digit?
import os
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, Model
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

rng = np.random.default_rng(0)
tf.keras.utils.set_random_seed(0)


def make_pairs(images, labels, n):
    by_digit = [np.where(labels == d)[0] for d in range(10)]
    left, right, same = [], [], []
    for i in range(n):
        d = rng.integers(10)
        a = rng.choice(by_digit[d])
        if i % 2 == 0:
            b = rng.choice(by_digit[d])
        else:
            b = rng.choice(by_digit[(d + rng.integers(1, 10)) % 10])
        left.append(images[a])
        right.append(images[b])
        same.append(float(i % 2 == 0))
    return np.stack(left), np.stack(right), np.array(same, "float32").reshape(-1, 1)


digits = load_digits()
X = (digits.images / 16.0).astype("float32")[..., None]
x_tr, x_te, y_tr, y_te = train_test_split(
    X, digits.target, test_size=0.25, stratify=digits.target, random_state=0
)
tr_a, tr_b, tr_same = make_pairs(x_tr, y_tr, 4000)
te_a, te_b, te_same = make_pairs(x_te, y_te, 800)


def embedding_net():
    inp = layers.Input((8, 8, 1))
    h = layers.Conv2D(16, 3, padding="same", activation="relu")(inp)
    h = layers.MaxPooling2D()(h)
    h = layers.Conv2D(32, 3, padding="same", activation="relu")(h)
    h = layers.Flatten()(h)
    out = layers.Dense(32)(h)
    return Model(inp, out, name="embedding")


encoder = embedding_net()
img_a = layers.Input((8, 8, 1), name="a")
img_b = layers.Input((8, 8, 1), name="b")
emb_a = encoder(img_a)
emb_b = encoder(img_b)

# L1 distance between both embeddings, as in Koch et al.
distance = tf.abs(tf.subtract(emb_a, emb_b))
score = layers.Dense(1, activation="sigmoid")(distance)

siamese = Model(inputs=[img_a, img_b], outputs=score)
siamese.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy"])
siamese.summary()

siamese.fit(
    [tr_a, tr_b],
    tr_same,
    validation_data=([te_a, te_b], te_same),
    epochs=8,
    batch_size=64,
    verbose=2,
)
os.makedirs("out/gc02", exist_ok=True)
siamese.save("out/gc02/siamese.keras")
