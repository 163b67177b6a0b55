# churn_tfdata.py -- tabular classifier fed by tf.data
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from sklearn.datasets import make_classification
from tensorflow import keras
from tensorflow.keras import layers

N_ROWS = 1000
N_TRAIN = 800
BATCH = 32
EPOCHS = 40

keras.utils.set_random_seed(11)


def load_table():
    """Stand-in for the export from the CRM: 30 columns, noisy target."""
    X, y = make_classification(
        n_samples=N_ROWS,
        n_features=30,
        n_informative=6,
        n_redundant=4,
        flip_y=0.25,
        class_sep=0.8,
        random_state=11,
    )
    return X.astype("float32"), y.astype("float32")[:, None]


def make_datasets():
    X, y = load_table()
    full = tf.data.Dataset.from_tensor_slices((X, y))
    full = full.shuffle(N_ROWS, seed=11)

    train = full.take(N_TRAIN).batch(BATCH).prefetch(tf.data.AUTOTUNE)
    valid = full.skip(N_TRAIN).batch(BATCH).prefetch(tf.data.AUTOTUNE)
    return train, valid


def make_model(n_features, norm):
    inp = keras.Input((n_features,))
    z = norm(inp)
    z = layers.Dense(128, activation="relu")(z)
    z = layers.Dense(128, activation="relu")(z)
    z = layers.Dense(64, activation="relu")(z)
    out = layers.Dense(1, activation="sigmoid")(z)
    model = keras.Model(inp, out)
    model.compile(
        optimizer=keras.optimizers.Adam(1e-3),
        loss=keras.losses.BinaryCrossentropy(),
        metrics=[
            keras.metrics.BinaryAccuracy(name="acc"),
            keras.metrics.AUC(name="auc"),
        ],
    )
    return model


train_ds, valid_ds = make_datasets()

norm = layers.Normalization()
norm.adapt(train_ds.map(lambda features, target: features))

model = make_model(30, norm)
hist = model.fit(train_ds, validation_data=valid_ds, epochs=EPOCHS, verbose=2)

final = model.evaluate(valid_ds, verbose=0, return_dict=True)
print("-" * 40)
print("rows held out :", N_ROWS - N_TRAIN)
for name in ("loss", "acc", "auc"):
    print(f"{name:5s} train {hist.history[name][-1]:.3f}   held out {final[name]:.3f}")
