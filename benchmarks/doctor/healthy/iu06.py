import os
os.environ.setdefault("KERAS_BACKEND", "tensorflow")

import keras
import numpy as np
import tensorflow as tf
from keras import layers

SEED, CLASSES, SIDE = 21, 3, 16
keras.utils.set_random_seed(SEED)


def draw(n, rng):
    """Squares, crosses and discs at random places."""
    img = rng.normal(0, 0.15, (n, SIDE, SIDE, 1)).astype("float32")
    lab = rng.integers(0, CLASSES, n).astype("int32")
    yy, xx = np.mgrid[:SIDE, :SIDE]
    for k in range(n):
        cy, cx = rng.integers(4, SIDE - 4, 2)
        dy, dx = np.abs(yy - cy), np.abs(xx - cx)
        if lab[k] == 0:
            mask = np.maximum(dy, dx) == 3
        elif lab[k] == 1:
            mask = ((dy == 0) | (dx == 0)) & (np.maximum(dy, dx) <= 3)
        else:
            mask = dy ** 2 + dx ** 2 <= 9
        img[k, mask, 0] += 1.0
    return img, lab


def pipeline(x, y, train):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if train:
        ds = ds.shuffle(len(x), seed=SEED)
    return ds.batch(64).prefetch(tf.data.AUTOTUNE)


def build():
    i = keras.Input((SIDE, SIDE, 1))
    h = layers.RandomFlip("horizontal_and_vertical")(i)
    for f in (16, 32):
        h = layers.Conv2D(f, 3, padding="same", use_bias=False)(h)
        h = layers.BatchNormalization(momentum=0.9)(h)
        h = layers.ReLU()(h)
        h = layers.MaxPooling2D()(h)
    h = layers.Flatten()(h)
    h = layers.Dropout(0.2)(h)
    return keras.Model(i, layers.Dense(CLASSES)(h))


rng = np.random.default_rng(SEED)
train, valid, test = (draw(n, rng) for n in (3000, 500, 500))
model = build()
model.compile(
    optimizer=keras.optimizers.AdamW(2e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
stop = keras.callbacks.EarlyStopping("val_loss", patience=4, restore_best_weights=True)
model.fit(pipeline(*train, True), validation_data=pipeline(*valid, False), epochs=15, callbacks=[stop], verbose=2)
loss, acc = model.evaluate(pipeline(*test, False), verbose=0)
print(f"test loss {loss:.3f} accuracy {acc:.3f}")
