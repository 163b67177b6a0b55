"""Click prediction: string categories through StringLookup into embeddings, numbers through Normalization."""
import numpy as np
import pandas as pd
import tensorflow as tf
import keras
from keras import layers

SEED = 8
keras.utils.set_random_seed(SEED)

CATEGORICAL = ["site", "device", "region"]
NUMERIC = ["hour_sin", "hour_cos", "age"]


def make_frame(n=4000):
    g = np.random.default_rng(SEED)
    sites = [f"site_{i:02d}" for i in range(40)]
    devices = ["phone", "tablet", "desktop", "tv"]
    regions = [f"r{i}" for i in range(12)]
    site, dev, reg = g.integers(0, 40, n), g.integers(0, 4, n), g.integers(0, 12, n)
    hour = g.uniform(0, 24, n)
    age = g.normal(35, 10, n)
    site_w, dev_w = g.normal(0, 1, 40), np.array([0.7, 0.1, -0.4, -1.0])
    z = site_w[site] + dev_w[dev] * np.sin(hour / 24 * 2 * np.pi) + 0.03 * (age - 35)
    return pd.DataFrame({
        "site": np.array(sites)[site],
        "device": np.array(devices)[dev],
        "region": np.array(regions)[reg],
        "hour_sin": np.sin(hour / 24 * 2 * np.pi),
        "hour_cos": np.cos(hour / 24 * 2 * np.pi),
        "age": age,
        "click": (g.random(n) < 1 / (1 + np.exp(-z))).astype("float32"),
    })


df = make_frame()
perm = np.random.default_rng(0).permutation(len(df))
train_df, valid_df = df.iloc[perm[:3000]], df.iloc[perm[3000:]]

# vocabularies from the training rows; what is new in validation is "unknown"
vocab = {c: sorted(train_df[c].unique().tolist()) for c in CATEGORICAL}
lookup = {c: layers.StringLookup(vocabulary=vocab[c], name=f"{c}_lookup") for c in CATEGORICAL}


def to_inputs(frame):
    inputs = {c: lookup[c](tf.constant(frame[c].tolist())).numpy().astype("int32") for c in CATEGORICAL}
    inputs["numeric"] = frame[NUMERIC].to_numpy().astype("float32")
    return inputs


x_train, y_train = to_inputs(train_df), train_df["click"].to_numpy()
x_valid, y_valid = to_inputs(valid_df), valid_df["click"].to_numpy()

norm = layers.Normalization()
norm.adapt(x_train["numeric"])


def build_model():
    inputs, parts = {}, []
    for c in CATEGORICAL:
        inputs[c] = keras.Input((), dtype="int32", name=c)
        n = len(vocab[c])
        dim = int(min(16, round(1.6 * n ** 0.56)))
        parts.append(layers.Embedding(n, dim, name=f"{c}_emb")(inputs[c]))
    inputs["numeric"] = keras.Input((len(NUMERIC),), name="numeric")
    parts.append(norm(inputs["numeric"]))
    x = layers.Concatenate()(parts)
    x = layers.Dense(48, activation="relu")(x)
    x = layers.Dropout(0.2)(x)
    x = layers.Dense(24, activation="relu")(x)
    out = layers.Dense(1, activation="sigmoid")(x)
    return keras.Model(inputs, out)


model = build_model()
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss="binary_crossentropy",
    metrics=[keras.metrics.AUC(name="auc")],
)
model.fit(x_train, y_train, validation_data=(x_valid, y_valid), epochs=6, batch_size=64, verbose=2)
pred = model.predict(x_valid, batch_size=512, verbose=0)[:, 0]
print("mean predicted / observed click rate:", pred.mean().round(4), y_valid.mean().round(4))
