"""Radial pattern classifier: how far does a wide MLP with early stopping get on held-out rows?

Synthetic data with label noise, so nobody should reach 100 %.
"""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

SEED = 5
N = 1500
N_VAL = 300
BATCH = 50
tf.keras.utils.set_random_seed(SEED)
os.makedirs("out/fc05", exist_ok=True)


def make_data():
    rng = np.random.default_rng(SEED)
    x = rng.normal(size=(N, 20)).astype("float32")
    radius = np.sqrt((x[:, :4] ** 2).sum(axis=1))
    y = (radius > np.median(radius)).astype("int64")
    flip = rng.random(N) < 0.15
    y[flip] = 1 - y[flip]
    return x, y


def make_datasets(x, y):
    full = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(N, seed=SEED)
    val_ds = full.take(N_VAL).batch(BATCH)
    train_ds = full.skip(N_VAL).batch(BATCH)
    return train_ds.prefetch(tf.data.AUTOTUNE), val_ds.prefetch(tf.data.AUTOTUNE)


def make_model():
    model = tf.keras.Sequential(
        [
            tf.keras.Input(shape=(20,)),
            layers.Dense(256, activation="relu"),
            layers.Dense(256, activation="relu"),
            layers.Dense(1),
        ]
    )
    model.compile(
        optimizer=tf.keras.optimizers.Adam(1e-3),
        loss=tf.keras.losses.BinaryCrossentropy(from_logits=True),
        metrics=[tf.keras.metrics.BinaryAccuracy(threshold=0.0, name="acc")],
    )
    return model


def main():
    x, y = make_data()
    train_ds, val_ds = make_datasets(x, y)
    model = make_model()
    stop = tf.keras.callbacks.EarlyStopping(
        monitor="val_loss", patience=8, restore_best_weights=True
    )
    hist = model.fit(
        train_ds, validation_data=val_ds, epochs=60, callbacks=[stop], verbose=2
    )
    best = int(np.argmin(hist.history["val_loss"]))
    print(
        "best epoch",
        best + 1,
        "val_loss %.3f" % hist.history["val_loss"][best],
        "val_acc %.3f" % hist.history["val_acc"][best],
    )
    model.save("out/fc05/radial.keras")


if __name__ == "__main__":
    main()
