"""Tiny CNN on drawn shapes (circle / square / cross / stripes), augmentation in the model, tf.data input."""
import os

import numpy as np
import tensorflow as tf
import keras
from keras import layers

OUT = "outputs/k10"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(8)
SIZE, CLASSES = 24, ["circle", "square", "cross", "stripes"]


def draw(rng, label):
    yy, xx = np.mgrid[:SIZE, :SIZE]
    cy, cx = rng.integers(8, SIZE - 8, 2)
    r = rng.integers(4, 8)
    if label == 0:
        img = ((yy - cy) ** 2 + (xx - cx) ** 2 <= r * r)
    elif label == 1:
        img = (np.abs(yy - cy) <= r) & (np.abs(xx - cx) <= r)
    elif label == 2:
        img = ((np.abs(yy - cy) <= 1) & (np.abs(xx - cx) <= r)) | ((np.abs(xx - cx) <= 1) & (np.abs(yy - cy) <= r))
    else:
        img = ((np.abs(yy - cy) <= r) & (np.abs(xx - cx) <= r)) & ((yy if rng.random() < .5 else xx) % 3 == 0)
    fg, bg = rng.uniform(.5, 1, 3), rng.uniform(0, .4, 3)
    out = np.where(img[..., None], fg, bg) + rng.normal(0, .08, (SIZE, SIZE, 3))
    return (np.clip(out, 0, 1) * 255).astype("uint8")


def dataset(n, seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 4, n)
    return np.stack([draw(rng, k) for k in y]), y.astype("int32")


x_tr, y_tr = dataset(1200, 0)
x_va, y_va = dataset(300, 1)
x_te, y_te = dataset(400, 2)

AUTO = tf.data.AUTOTUNE
train = tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).cache().shuffle(1200, seed=1).batch(32).prefetch(AUTO)
val = tf.data.Dataset.from_tensor_slices((x_va, y_va)).batch(100).cache().prefetch(AUTO)

augment = keras.Sequential(
    [layers.RandomFlip("horizontal_and_vertical"), layers.RandomTranslation(0.1, 0.1), layers.RandomContrast(0.2, value_range=(0, 1))],
    name="augment",
)


def conv_block(x, filters):
    x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
    x = layers.BatchNormalization(momentum=0.9)(x)
    x = layers.ReLU()(x)
    return layers.MaxPooling2D()(x)


inp = keras.Input((SIZE, SIZE, 3), dtype="uint8")
x = layers.Rescaling(1 / 255)(inp)
x = augment(x)
for f in (16, 32, 48):
    x = conv_block(x, f)
x = layers.GlobalAveragePooling2D()(x)
x = layers.Dropout(0.2)(x)
out = layers.Dense(4)(x)
model = keras.Model(inp, out)

model.compile(
    optimizer=keras.optimizers.Adam(4e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
)
best = f"{OUT}/shapes.keras"
model.fit(
    train,
    validation_data=val,
    epochs=12,
    verbose=2,
    callbacks=[
        keras.callbacks.ReduceLROnPlateau("val_loss", factor=0.5, patience=2, verbose=1),
        keras.callbacks.ModelCheckpoint(best, monitor="val_acc", mode="max", save_best_only=True),
    ],
)

reloaded = keras.models.load_model(best)
pred = reloaded.predict(x_te, batch_size=100, verbose=0).argmax(1)
print(f"test accuracy {np.mean(pred == y_te):.3f} (chance 0.25)")
for k, name in enumerate(CLASSES):
    print(f"  {name:8s} recall {np.mean(pred[y_te == k] == k):.2f}")
