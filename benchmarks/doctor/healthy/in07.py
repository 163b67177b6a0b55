"""Two answers from one trunk: which part it is (class) and how heavy (number).

A third of the training parts was never weighed; these rows get weight 0 for the second loss.
"""
import numpy as np
import tensorflow as tf
import keras
from keras import layers

keras.utils.set_random_seed(17)
rng = np.random.default_rng(17)

n = 3000
kind = rng.integers(0, 5, n)
size = rng.uniform(0.5, 2.0, n)
density = np.array([1.0, 2.7, 7.8, 8.9, 4.5])[kind]
features = np.stack([
    size + rng.normal(0, 0.03, n),
    density * 0.5 + rng.normal(0, 0.25, n),
    np.cos(kind) + rng.normal(0, 0.3, n),
    size * np.sin(kind) + rng.normal(0, 0.2, n),
    rng.normal(0, 1, n),
], axis=1).astype("float32")
weight = (density * size ** 2 + rng.normal(0, 0.3, n)).astype("float32")[:, None]
weighed = rng.random(n) > 0.33

train, val, test = slice(0, 2000), slice(2000, 2500), slice(2500, n)  # the rows are independent draws

f_mean, f_std = features[train].mean(0), features[train].std(0)
features = (features - f_mean) / f_std
known = weight[train][weighed[train]]
w_mean, w_std = known.mean(), known.std()
target = (weight - w_mean) / w_std
target[~weighed] = 0.0  # nothing is known there


def dataset(rows, shuffle):
    x = features[rows]
    y = {"kind": kind[rows].astype("int64"), "weight": target[rows]}
    sw = {"kind": np.ones(len(x), "float32"), "weight": weighed[rows].astype("float32")}
    ds = tf.data.Dataset.from_tensor_slices((x, y, sw))
    if shuffle:
        ds = ds.shuffle(len(x), seed=17)
    return ds.batch(64).prefetch(tf.data.AUTOTUNE)


inputs = keras.Input((5,), name="features")
trunk = layers.Dense(64, activation="relu")(inputs)
trunk = layers.Dense(64, activation="relu")(trunk)
kind_head = layers.Dense(5, name="kind")(layers.Dense(32, activation="relu")(trunk))
weight_head = layers.Dense(1, name="weight")(layers.Dense(32, activation="relu")(trunk))
model = keras.Model(inputs, {"kind": kind_head, "weight": weight_head})

model.compile(
    optimizer=keras.optimizers.AdamW(2e-3, weight_decay=1e-4),
    loss={
        "kind": keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        "weight": keras.losses.MeanSquaredError(),
    },
    loss_weights={"kind": 1.0, "weight": 2.0},
    weighted_metrics={"kind": [keras.metrics.SparseCategoricalAccuracy(name="acc")],
                      "weight": [keras.metrics.MeanAbsoluteError(name="mae")]},
)
model.fit(
    dataset(train, True), validation_data=dataset(val, False), epochs=40, verbose=2,
    callbacks=[
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3, min_lr=1e-5),
        keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True),
    ],
)

out = model.predict(features[test], batch_size=256, verbose=0)
ok = weighed[test]
grams = out["weight"] * w_std + w_mean
error = np.abs(grams - weight[test])[ok].mean()
guess = np.abs(w_mean - weight[test])[ok].mean()
print("kind accuracy", round(float((out["kind"].argmax(1) == kind[test]).mean()), 3))
print("mean error of the weight", round(float(error), 3), "against", round(float(guess), 3), "for the mean of all")
