"""Digits with a small convnet (Keras functional API, tf.data)."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED = 11
BATCH = 64
OUT = "out/jb01"


def splits():
    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).astype("float32").reshape(-1, 8, 8, 1)
    y = y.astype("int32")
    x_rest, x_test, y_rest, y_test = train_test_split(
        x, y, test_size=0.2, stratify=y, random_state=SEED)
    x_train, x_val, y_train, y_val = train_test_split(
        x_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=SEED)
    return (x_train, y_train), (x_val, y_val), (x_test, y_test)


def pipeline(pair, training=False):
    ds = tf.data.Dataset.from_tensor_slices(pair)
    if training:
        ds = ds.shuffle(len(pair[0]), seed=SEED, reshuffle_each_iteration=True)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


def build():
    inp = keras.Input((8, 8, 1), name="image")
    # one pixel of jitter is enough for 8x8 pictures; layer is idle at inference
    h = layers.RandomTranslation(0.1, 0.1, fill_mode="constant", fill_value=0.0, seed=SEED)(inp)
    for width in (32, 64):
        h = layers.Conv2D(width, 3, padding="same", use_bias=False)(h)
        h = layers.BatchNormalization(momentum=0.9)(h)
        h = layers.ReLU()(h)
        h = layers.MaxPooling2D()(h)
    h = layers.Flatten()(h)
    h = layers.Dropout(0.3)(h)
    logits = layers.Dense(10, name="logits")(h)
    return keras.Model(inp, logits)


def main():
    keras.utils.set_random_seed(SEED)
    os.makedirs(OUT, exist_ok=True)
    train, val, test = splits()
    model = build()
    model.compile(
        optimizer=keras.optimizers.Adam(2e-3),
        loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")],
    )
    best = os.path.join(OUT, "best.keras")
    model.fit(
        pipeline(train, training=True),
        validation_data=pipeline(val),
        epochs=25,
        verbose=2,
        callbacks=[
            keras.callbacks.ModelCheckpoint(best, monitor="val_acc", mode="max", save_best_only=True),
            keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=4),
        ],
    )
    model = keras.models.load_model(best)
    loss, acc = model.evaluate(pipeline(test), verbose=0)
    majority = np.bincount(test[1]).max() / len(test[1])
    print(f"test loss {loss:.3f}  accuracy {acc:.3f}  (largest class {majority:.3f})")


if __name__ == "__main__":
    main()
