"""Second-hand bikes: will it sell, and at what price?

Two outputs from a shared trunk. The price is only observed for bikes that were sold, so the
price head gets a per-sample weight of 0 for unsold ones (their stored price is a filler).
"""
import argparse

import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.metrics import roc_auc_score

BRANDS = np.array(["aspen", "brook", "cedar", "delta", "ember"])


def simulate(n, rng):
    brand = rng.integers(0, len(BRANDS), n)
    age = rng.uniform(0, 15, n)
    km = age * rng.uniform(100, 900, n)
    asked = rng.uniform(100, 900, n)
    value = 150 + 90 * brand + 400 * np.exp(-age / 4) - 0.015 * km
    p_sold = 1 / (1 + np.exp((asked - value) / 80))
    sold = rng.random(n) < p_sold
    price = 0.6 * value + 0.4 * asked + rng.normal(0, 20, n)
    return {
        "brand": BRANDS[brand],
        "numbers": np.stack([age, km, asked], 1).astype("float32"),
        "sold": sold.astype("float32"),
        "price": np.where(sold, price, 0.0).astype("float32"),
    }


def subset(d, rows):
    return {k: v[rows] for k, v in d.items()}


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--rows", type=int, default=6000)
    ap.add_argument("--epochs", type=int, default=30)
    ap.add_argument("--batch", type=int, default=128)
    ap.add_argument("--seed", type=int, default=21)
    args = ap.parse_args()
    keras.utils.set_random_seed(args.seed)
    rng = np.random.default_rng(args.seed)

    everything = simulate(args.rows, rng)
    order = rng.permutation(args.rows)
    a, b = int(0.7 * args.rows), int(0.85 * args.rows)
    train, val, test = (subset(everything, i) for i in (order[:a], order[a:b], order[b:]))

    # everything that is fitted to data sees the training part only
    lookup = layers.StringLookup(output_mode="int")
    lookup.adapt(train["brand"])
    scaler = layers.Normalization()
    scaler.adapt(train["numbers"])
    known = train["price"][train["sold"] == 1]
    mu, sigma = float(known.mean()), float(known.std())

    def dataset(d, shuffle=False):
        x = {"brand": np.asarray(lookup(d["brand"])), "numbers": d["numbers"]}
        y = {"sold": d["sold"][:, None], "price": ((d["price"] - mu) / sigma)[:, None]}
        w = {"sold": np.ones_like(d["sold"]), "price": d["sold"]}
        ds = tf.data.Dataset.from_tensor_slices((x, y, w))
        if shuffle:
            ds = ds.shuffle(len(d["sold"]), seed=args.seed)
        return ds.batch(args.batch).prefetch(2)

    brand = keras.Input((), name="brand", dtype="int64")
    numbers = keras.Input((3,), name="numbers")
    h = layers.Concatenate()([layers.Embedding(lookup.vocabulary_size(), 4)(brand), scaler(numbers)])
    h = layers.Dense(64, activation="relu")(h)
    h = layers.Dense(64, activation="relu")(h)
    outputs = {
        "sold": layers.Dense(1, name="sold_logit")(h),
        "price": layers.Dense(1, name="price_z")(h),
    }
    model = keras.Model({"brand": brand, "numbers": numbers}, outputs)
    model.compile(
        optimizer=keras.optimizers.Adam(2e-3),
        loss={"sold": keras.losses.BinaryCrossentropy(from_logits=True), "price": keras.losses.Huber()},
        loss_weights={"sold": 1.0, "price": 1.0},
    )
    model.fit(
        dataset(train, shuffle=True), validation_data=dataset(val), epochs=args.epochs, verbose=2,
        callbacks=[keras.callbacks.EarlyStopping("val_loss", patience=6, restore_best_weights=True)],
    )

    out = model.predict(dataset(test), verbose=0)
    auc = roc_auc_score(test["sold"], out["sold"][:, 0])
    m = test["sold"] == 1
    mae = np.abs(out["price"][m, 0] * sigma + mu - test["price"][m]).mean()
    base = np.abs(np.median(known) - test["price"][m]).mean()
    print(f"test: sold AUC {auc:.3f} | price MAE among sold {mae:.1f} (median of training sales: {base:.1f})")


if __name__ == "__main__":
    main()
