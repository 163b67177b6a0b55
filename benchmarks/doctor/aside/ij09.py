# Digits with a small CNN, tf.data pipeline (was a notebook)
import os

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits

os.makedirs("out/ij09", exist_ok=True)
keras.utils.set_random_seed(1)

# %% data
digits = load_digits()
images = (digits.images / 16.0).astype("float32")[..., None]
labels = digits.target.astype("int32")
print(images.shape, labels.shape, np.bincount(labels))

n_total = len(images)
n_train = int(0.8 * n_total)
batch_size = 32

# %% pipeline
full_ds = tf.data.Dataset.from_tensor_slices((images, labels))
full_ds = full_ds.shuffle(buffer_size=n_total, seed=1)

train_ds = full_ds.take(n_train)
val_ds = full_ds.skip(n_train)


def jitter(image, label):
    image = tf.pad(image, [[1, 1], [1, 1], [0, 0]])
    image = tf.image.random_crop(image, (8, 8, 1))
    return image, label


train_ds = (
    train_ds
    .map(jitter, num_parallel_calls=tf.data.AUTOTUNE)
    .batch(batch_size)
    .prefetch(tf.data.AUTOTUNE)
)
val_ds = val_ds.batch(batch_size).prefetch(tf.data.AUTOTUNE)

# %% model
model = keras.Sequential([
    keras.Input((8, 8, 1)),
    layers.Conv2D(32, 3, padding="same", activation="relu"),
    layers.Conv2D(32, 3, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Conv2D(64, 3, padding="same", activation="relu"),
    layers.Flatten(),
    layers.Dropout(0.3),
    layers.Dense(10),
])
model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)

# %% training
callbacks = [
    keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3),
]
history = model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=20,
    callbacks=callbacks,
    verbose=2,
)

# %% result
loss, acc = model.evaluate(val_ds, verbose=0)
print(f"accuracy on held-out digits: {acc:.4f} (loss {loss:.4f})")
model.save("out/ij09/digits.keras")
