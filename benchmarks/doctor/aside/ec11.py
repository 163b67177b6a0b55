"""Matrix factorisation with biases on simulated star ratings."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

USERS, ITEMS, TRUE_DIM = 150, 80, 3
EPOCHS = 25
BATCH_SIZE = 64
PEAK_LR = 5e-3


def simulate(rng):
    u = rng.normal(0, 0.7, (USERS, TRUE_DIM))
    v = rng.normal(0, 0.7, (ITEMS, TRUE_DIM))
    bu = rng.normal(0, 0.4, USERS)
    bi = rng.normal(0, 0.6, ITEMS)
    full = 3.2 + bu[:, None] + bi[None, :] + u @ v.T + rng.normal(0, 0.2, (USERS, ITEMS))
    full = np.clip(full, 1, 5)
    uu, ii = np.meshgrid(np.arange(USERS), np.arange(ITEMS), indexing="ij")
    table = np.stack([uu.ravel(), ii.ravel()], axis=1)
    order = rng.permutation(len(table))[:9000]
    return table[order].astype("int32"), full.ravel()[order].astype("float32")


def dataset(pairs, stars, training):
    feats = {"user": pairs[:, 0], "item": pairs[:, 1]}
    ds = tf.data.Dataset.from_tensor_slices((feats, stars[:, None]))
    if training:
        ds = ds.shuffle(len(stars))
    return ds.batch(BATCH_SIZE).prefetch(tf.data.AUTOTUNE)


def build_model(global_mean, dim=8):
    user = keras.Input((), dtype="int32", name="user")
    item = keras.Input((), dtype="int32", name="item")
    reg = keras.regularizers.L2(1e-6)
    pu = layers.Embedding(USERS, dim, embeddings_regularizer=reg)(user)
    qi = layers.Embedding(ITEMS, dim, embeddings_regularizer=reg)(item)
    bu = layers.Embedding(USERS, 1, embeddings_initializer="zeros")(user)
    bi = layers.Embedding(ITEMS, 1, embeddings_initializer="zeros")(item)
    dot = layers.Dot(axes=1)([pu, qi])
    total = layers.Add()([dot, bu, bi])
    out = layers.Rescaling(1.0, offset=float(global_mean))(total)
    return keras.Model({"user": user, "item": item}, out)


keras.utils.set_random_seed(21)
pairs, stars = simulate(np.random.default_rng(21))
n_train, n_val = 7000, 1000
train = dataset(pairs[:n_train], stars[:n_train], training=True)
val = dataset(pairs[n_train : n_train + n_val], stars[n_train : n_train + n_val], training=False)
test = dataset(pairs[n_train + n_val :], stars[n_train + n_val :], training=False)

model = build_model(stars[:n_train].mean())
schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=PEAK_LR,
    decay_steps=EPOCHS,
    alpha=0.0,
)
model.compile(
    optimizer=keras.optimizers.Adam(schedule),
    loss="mse",
    metrics=[keras.metrics.RootMeanSquaredError(name="rmse")],
)
model.fit(train, validation_data=val, epochs=EPOCHS, verbose=2)

_, rmse = model.evaluate(test, verbose=0)
constant = np.sqrt(np.mean((stars[n_train + n_val :] - stars[:n_train].mean()) ** 2))
print(f"test RMSE {rmse:.3f}   (constant prediction: {constant:.3f})")
