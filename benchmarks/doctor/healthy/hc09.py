"""Digits with augmentation layers inside the model; logits out, no softmax."""
import os

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(9)
OUT = "out/hc09"
os.makedirs(OUT, exist_ok=True)

data = load_digits()
images = data.images.astype("float32")[..., np.newaxis]  # 0 ... 16
labels = data.target.astype("int32")
x_rest, x_test, y_rest, y_test = train_test_split(
    images, labels, test_size=0.2, stratify=labels, random_state=9
)
x_train, x_val, y_train, y_val = train_test_split(
    x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=9
)


def pipeline(x, y, training):
    ds = tf.data.Dataset.from_tensor_slices((x, y)).cache()
    if training:
        ds = ds.shuffle(len(x), seed=9)
    return ds.batch(64).prefetch(tf.data.AUTOTUNE)


def block(x, filters):
    x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
    x = layers.BatchNormalization(momentum=0.9)(x)
    return layers.ReLU()(x)


inputs = keras.Input((8, 8, 1))
x = layers.Rescaling(1 / 16.0)(inputs)
# no flips: a mirrored digit is another thing
x = layers.RandomTranslation(0.1, 0.1, fill_mode="constant", seed=9)(x)
x = block(x, 24)
x = block(x, 32)
x = layers.MaxPooling2D()(x)
x = block(x, 48)
x = layers.Flatten()(x)
x = layers.Dropout(0.2)(x)
logits = layers.Dense(10)(x)
model = keras.Model(inputs, logits)

model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
)
best = os.path.join(OUT, "best.keras")
model.fit(
    pipeline(x_train, y_train, training=True),
    validation_data=pipeline(x_val, y_val, training=False),
    epochs=20,
    callbacks=[
        keras.callbacks.ModelCheckpoint(best, monitor="val_acc", mode="max", save_best_only=True),
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3, min_lr=1e-5),
    ],
    verbose=2,
)

model = keras.models.load_model(best)
loss, acc = model.evaluate(pipeline(x_test, y_test, training=False), verbose=0)
print(f"test loss {loss:.4f}, accuracy {acc:.4f}")

probs = keras.ops.softmax(model.predict(x_test[:5], verbose=0), axis=-1)
print("first five:", np.argmax(probs, axis=-1), "true:", y_test[:5])
