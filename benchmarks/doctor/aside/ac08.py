"""Reuse a small conv net trained on the digits 0-4 for the digits 5-9."""
import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(21)


def get_split(classes, offset, train_size):
    d = load_digits()
    keep = np.isin(d.target, classes)
    x = (d.images[keep] / 16.0)[..., None].astype("float32")
    y = d.target[keep] - offset
    return train_test_split(x, y, train_size=train_size, stratify=y, random_state=21)


def make_base():
    return keras.Sequential([
        keras.Input((8, 8, 1)),
        layers.Conv2D(8, 3, activation="relu"),
        layers.Conv2D(8, 3, strides=2, activation="relu"),
        layers.Flatten(),
        layers.Dense(6, activation="relu"),
    ], name="base")


# ---- source task -------------------------------------------------------------
x_src, x_src_val, y_src, y_src_val = get_split([0, 1, 2, 3, 4], 0, 0.8)
base = make_base()
source = keras.Sequential([base, layers.Dense(5, activation="softmax")])
source.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
source.fit(x_src, y_src, epochs=25, batch_size=16, verbose=0)
print("source task   val acc %.3f" % source.evaluate(x_src_val, y_src_val, verbose=0)[1])

# ---- target task, head only --------------------------------------------------
x_tr, x_val, y_tr, y_val = get_split([5, 6, 7, 8, 9], 5, 0.7)

base.trainable = False
inputs = keras.Input((8, 8, 1))
features = base(inputs, training=False)
outputs = layers.Dense(5, activation="softmax")(features)
model = keras.Model(inputs, outputs)

model.compile(keras.optimizers.Adam(5e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(x_tr, y_tr, epochs=15, batch_size=16, verbose=0)
print("head only     val acc %.3f" % model.evaluate(x_val, y_val, verbose=0)[1])

# ---- target task, all layers -------------------------------------------------
before = [w.copy() for w in base.get_weights()]
base.trainable = True
print("trainable arrays:", len(model.trainable_weights))

model.fit(x_tr, y_tr, epochs=25, batch_size=16, verbose=0)
print("fine-tuned    val acc %.3f" % model.evaluate(x_val, y_val, verbose=0)[1])
moved = sum(float(np.abs(a - b).sum()) for a, b in zip(before, base.get_weights()))
print("change of the base weights: %.4f" % moved)
