"""House rents from numbers and a category: Keras functional model with preprocessing layers inside."""
import keras
import numpy as np
import pandas as pd
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(4)


def make(n, seed):
    rng = np.random.default_rng(seed)
    area = rng.uniform(20, 150, n)
    age = rng.integers(0, 80, n)
    town = rng.choice(["aston", "bray", "corby", "deal", "ely"], n, p=[.4, .25, .2, .1, .05])
    per_m2 = pd.Series(town).map({"aston": 9, "bray": 12, "corby": 7, "deal": 15, "ely": 10}).to_numpy()
    rent = 120 + area * per_m2 - 2.0 * age + rng.normal(0, 40, n)
    return pd.DataFrame({"area": area, "age": age.astype("float64"), "town": town, "rent": rent})


train, val, test = make(3000, 0), make(600, 1), make(600, 2)
NUM = ["area", "age"]


def split(df):
    x = {"num": df[NUM].to_numpy("float32"), "town": df[["town"]].to_numpy(dtype=str)}
    return x, df["rent"].to_numpy("float32")[:, None]


def dataset(df, shuffle=False):
    x, y = split(df)
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    if shuffle:
        ds = ds.shuffle(len(df), seed=0)
    return ds.batch(64).map(lambda f, r: ({"num": f["num"], "town": lookup(f["town"])}, (r - y_mean) / y_std)).prefetch(2)


y_mean, y_std = np.float32(train["rent"].mean()), np.float32(train["rent"].std())
norm = layers.Normalization()
norm.adapt(train[NUM].to_numpy("float32"))
lookup = layers.StringLookup()
lookup.adapt(tf.constant(train[["town"]].to_numpy(dtype=str)))

num = keras.Input((2,), name="num")
town = keras.Input((1,), dtype="int64", name="town")
e = layers.Flatten()(layers.Embedding(lookup.vocabulary_size(), 4)(town))
h = layers.Concatenate()([norm(num), e])
h = layers.Dense(64, activation="relu")(h)
h = layers.Dense(32, activation="relu")(h)
model = keras.Model({"num": num, "town": town}, layers.Dense(1)(h))
model.compile(keras.optimizers.Adam(3e-3), loss=keras.losses.Huber(), metrics=["mae"])

model.fit(dataset(train, shuffle=True), validation_data=dataset(val), epochs=30, verbose=2,
          callbacks=[keras.callbacks.EarlyStopping(patience=6, restore_best_weights=True)])

pred = model.predict(dataset(test), verbose=0)[:, 0] * y_std + y_mean
truth = test["rent"].to_numpy()
print("test MAE", np.abs(pred - truth).mean(), " mean as guess", np.abs(truth - y_mean).mean())
print("R2", 1 - ((pred - truth) ** 2).sum() / ((truth - truth.mean()) ** 2).sum())
