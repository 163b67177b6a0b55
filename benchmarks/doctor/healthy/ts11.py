"""Flats to let: numbers + a category + tags in, rent (regression) and 'gone within a week' (binary) out."""
import keras
import numpy as np
import pandas as pd
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(9)
rng = np.random.default_rng(9)

# ---------------------------------------------------------------- data
DISTRICTS = {"harbour": 5.0, "old town": 8.0, "hills": 3.0, "station": 0.0, "campus": 2.0}
TAGS = ["balcony", "garage", "lift", "garden", "furnished"]
n = 3000
df = pd.DataFrame({
    "area": rng.gamma(9, 8, n).round(1) + 15,
    "age": rng.integers(0, 90, n).astype(float),
    "district": rng.choice(list(DISTRICTS), n, p=[.15, .25, .2, .3, .1]),
    "tags": [" ".join(t for t in TAGS if rng.random() < 0.3) for _ in range(n)],
})
per_m2 = 12 + df.district.map(DISTRICTS) - 0.04 * df.age + 2 * df.tags.str.contains("balcony")
df["rent"] = df.area * per_m2 * rng.lognormal(0, 0.08, n)
logit = 1.2 * df.tags.str.contains("furnished") + 1.5 * (df.district == "campus") - 0.03 * (df.area - 60)
df["fast"] = (rng.random(n) < 1 / (1 + np.exp(-2 * logit))).astype("float32")
train, val, test = df.iloc[:2000], df.iloc[2000:2500], df.iloc[2500:]

log_mean, log_std = np.log(train.rent).mean(), np.log(train.rent).std()


def to_dataset(frame, training=False):
    x = {"numbers": frame[["area", "age"]].to_numpy("float32"),
         "district": frame["district"].to_numpy(str), "tags": frame["tags"].to_numpy(str)}
    y = {"rent": ((np.log(frame.rent) - log_mean) / log_std).to_numpy("float32"), "fast": frame.fast.to_numpy("float32")}
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    return (ds.shuffle(len(frame), seed=9) if training else ds).batch(64).prefetch(tf.data.AUTOTUNE)


# ---------------------------------------------------------------- model
norm = layers.Normalization()
norm.adapt(train[["area", "age"]].to_numpy("float32"))
lookup = layers.StringLookup(output_mode="one_hot")
lookup.adapt(train["district"].to_numpy(str))
bag = layers.TextVectorization(output_mode="multi_hot")
bag.adapt(train["tags"].to_numpy(str))

numbers = keras.Input((2,), name="numbers")
district = keras.Input((), dtype="string", name="district")
tags = keras.Input((), dtype="string", name="tags")
x = layers.concatenate([norm(numbers), lookup(district), bag(tags)])
x = layers.Dense(48, activation="relu")(x)
trunk = layers.Dense(32, activation="relu")(x)
rent = layers.Dense(1, name="rent")(trunk)
fast = layers.Dense(1, activation="sigmoid", name="fast")(layers.Dropout(0.2)(trunk))
model = keras.Model({"numbers": numbers, "district": district, "tags": tags}, {"rent": rent, "fast": fast})
model.compile(
    optimizer=keras.optimizers.Nadam(3e-3),
    loss={"rent": keras.losses.Huber(), "fast": keras.losses.BinaryCrossentropy()},
    loss_weights={"rent": 1.0, "fast": 0.5},
    metrics={"rent": ["mae"], "fast": [keras.metrics.AUC(name="auc")]},
)
model.fit(to_dataset(train, training=True), validation_data=to_dataset(val), epochs=20, verbose=0,
          callbacks=[keras.callbacks.EarlyStopping("val_loss", patience=4, restore_best_weights=True)])

print({k: round(v, 3) for k, v in model.evaluate(to_dataset(test), return_dict=True, verbose=0).items()})
predicted = np.exp(model.predict(to_dataset(test), verbose=0)["rent"][:, 0] * log_std + log_mean)
mape = np.mean(np.abs(predicted / test.rent.to_numpy() - 1))
print(f"rent: error {mape:.1%}, median of train as prediction {np.mean(np.abs(train.rent.median() / test.rent - 1)):.1%}")
