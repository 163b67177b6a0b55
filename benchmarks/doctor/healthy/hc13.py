# Features from the digits 0-4, carried over to 5-9: first the head, then all of it.
import os

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(13)
os.makedirs("out/hc13", exist_ok=True)

X, y = load_digits(return_X_y=True)
X = (X.reshape(-1, 8, 8, 1) / 16.0).astype("float32")


def three_parts(X, y):
    a, test_x, b, test_y = train_test_split(X, y, test_size=0.25, stratify=y, random_state=13)
    tr_x, va_x, tr_y, va_y = train_test_split(a, b, test_size=0.2, stratify=b, random_state=13)
    return (tr_x, tr_y), (va_x, va_y), (test_x, test_y)


src_train, src_val, _ = three_parts(X[y < 5], y[y < 5])
train, val, test = three_parts(X[y >= 5], y[y >= 5] - 5)

# ------------------------------------------------------------ source task
feat_in = keras.Input((8, 8, 1))
h = layers.Conv2D(16, 3, padding="same", use_bias=False)(feat_in)
h = layers.BatchNormalization(momentum=0.9)(h)
h = layers.ReLU()(h)
h = layers.Conv2D(32, 3, strides=2, use_bias=False)(h)
h = layers.BatchNormalization(momentum=0.9)(h)
h = layers.ReLU()(h)
base = keras.Model(feat_in, layers.Flatten()(h), name="base")

source = keras.Sequential([base, layers.Dense(5)])
source.compile(
    keras.optimizers.Adam(2e-3),
    keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
source.fit(*src_train, validation_data=src_val, epochs=10, batch_size=32, verbose=0)
print("source:", source.evaluate(*src_val, verbose=0, return_dict=True))

# ------------------------------------------------------------ target task
inp = keras.Input((8, 8, 1))
# inference mode for good: the batch statistics of the source task are kept
h = base(inp, training=False)
h = layers.Dropout(0.2)(h)
target = keras.Model(inp, layers.Dense(5)(h))


def compile_with(lr):
    target.compile(
        optimizer=keras.optimizers.Adam(lr),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )


base.trainable = False
compile_with(3e-3)
first = target.fit(*train, validation_data=val, epochs=10, batch_size=32, verbose=2)

base.trainable = True
compile_with(2e-4)
before = [np.array(w) for w in base.get_weights()]
second = target.fit(
    *train,
    validation_data=val,
    initial_epoch=10,
    epochs=25,
    batch_size=32,
    callbacks=[keras.callbacks.EarlyStopping(patience=4, restore_best_weights=True)],
    verbose=2,
)
moved = sum(not np.allclose(a, b) for a, b in zip(before, base.get_weights()))
print("arrays of the base that changed:", moved)
print("val, head only :", first.history["val_accuracy"][-1])
print("val, fine-tuned:", max(second.history["val_accuracy"]))
print("test           :", target.evaluate(*test, verbose=0, return_dict=True))
