"""Regression with a tf.data pipeline: how much does a (made-up) house need for heating per year?"""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from tensorflow import keras

SEED = 21
BATCH_SIZE = 32
EPOCHS = 60


def make_houses(n, rng):
    area = rng.uniform(40, 250, n)
    year = rng.uniform(1900, 2020, n)
    floors = rng.integers(1, 4, n).astype(float)
    glass = rng.uniform(0.05, 0.5, n)
    need = area * (220 - (year - 1900)) / 100 + 400 * glass - 10 * floors + rng.normal(0, 10, n)
    x = np.stack([area, year, floors, glass], axis=1).astype("float32")
    return x, (need / 100).astype("float32")


def as_dataset(x, y, training):
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if training:
        ds = ds.shuffle(len(x), seed=SEED)
    return ds.batch(BATCH_SIZE).prefetch(tf.data.AUTOTUNE)


def build(norm):
    inputs = keras.Input(shape=(4,), name="house")
    h = norm(inputs)
    h = keras.layers.Dense(64, activation="relu")(h)
    h = keras.layers.Dense(64, activation="relu")(h)
    outputs = keras.layers.Dense(1, name="need")(h)
    return keras.Model(inputs, outputs)


def main():
    keras.utils.set_random_seed(SEED)
    rng = np.random.default_rng(SEED)
    x_train, y_train = make_houses(2000, rng)
    x_test, y_test = make_houses(400, rng)

    norm = keras.layers.Normalization()
    norm.adapt(x_train)

    train_ds = as_dataset(x_train, y_train[:, None], training=True)
    test_ds = as_dataset(x_test, y_test[:, None], training=False)

    model = build(norm)
    model.compile(
        optimizer=keras.optimizers.Adam(learning_rate=1e-3),
        loss="mse",
        metrics=["mae"],
    )
    model.summary()

    history = model.fit(
        train_ds,
        epochs=EPOCHS,
        validation_split=0.2,
        callbacks=[
            keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True),
            keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=4),
        ],
        verbose=2,
    )
    print("epochs run:", len(history.history["loss"]))

    mse, mae = model.evaluate(test_ds, verbose=0)
    print(f"test mse {mse:.4f}, mae {mae:.4f} (in 100 units)")


if __name__ == "__main__":
    main()
