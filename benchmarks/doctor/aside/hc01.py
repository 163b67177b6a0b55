"""Handwritten digits, small convnet, tf.data pipeline."""
import os

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits

keras.utils.set_random_seed(11)
OUT = "out/hc01"
os.makedirs(OUT, exist_ok=True)

BATCH = 64
EPOCHS = 25

digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., np.newaxis]
labels = digits.target.astype("int32")
n = len(images)
n_val = n // 5

# 80 / 20 split
ds = tf.data.Dataset.from_tensor_slices((images, labels))
ds = ds.shuffle(n, seed=11)
val_ds = ds.take(n_val).batch(BATCH).prefetch(tf.data.AUTOTUNE)
train_ds = ds.skip(n_val).batch(BATCH).prefetch(tf.data.AUTOTUNE)


def build():
    inp = keras.Input((8, 8, 1))
    x = layers.Conv2D(24, 3, padding="same", activation="relu")(inp)
    x = layers.Conv2D(32, 3, padding="same", activation="relu")(x)
    x = layers.MaxPooling2D()(x)
    x = layers.Conv2D(48, 3, padding="same", activation="relu")(x)
    x = layers.GlobalAveragePooling2D()(x)
    x = layers.Dropout(0.2)(x)
    out = layers.Dense(10)(x)
    return keras.Model(inp, out, name="digits")


model = build()
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
stop = keras.callbacks.EarlyStopping(
    monitor="val_loss", patience=5, restore_best_weights=True
)
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, callbacks=[stop], verbose=2)

loss, acc = model.evaluate(val_ds, verbose=0)
print(f"accuracy on the 20% held out: {acc:.4f} (loss {loss:.4f})")
model.save(os.path.join(OUT, "digits.keras"))
