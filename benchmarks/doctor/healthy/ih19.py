"""
Rents of made-up flats: functional Keras model with a categorical and a numeric input.

The normalisation layer learns mean and variance from the training flats alone.
"""
import argparse
import math

import keras
import numpy as np
from keras import layers

DISTRICTS = ["old town", "harbour", "hill", "station", "park", "suburb"]


def make_flats(n, seed):
    rng = np.random.default_rng(seed)
    district = rng.integers(0, len(DISTRICTS), n)
    area = rng.uniform(20, 140, n)
    rooms = np.clip(np.round(area / 28 + rng.normal(0, 0.6, n)), 1, 6)
    year = rng.integers(1900, 2025, n)
    per_metre = np.array([14.0, 12.5, 15.5, 9.5, 13.0, 8.5])[district]
    rent = per_metre * area + 40 * rooms + 1.5 * (year - 1950) + rng.normal(0, 40, n)
    numeric = np.stack([area, rooms, year], axis=1).astype("float32")
    return {"district": district.astype("int32")[:, None], "numeric": numeric}, rent.astype("float32")[:, None]


def take(x, idx):
    return {name: values[idx] for name, values in x.items()}


def build(normalizer, n_districts, width):
    district = keras.Input(shape=(1,), dtype="int32", name="district")
    numeric = keras.Input(shape=(3,), name="numeric")
    d = layers.Flatten()(layers.Embedding(n_districts, 4)(district))
    h = layers.Concatenate()([d, normalizer(numeric)])
    h = layers.Dense(width, activation="relu")(h)
    h = layers.Dense(width, activation="relu")(h)
    return keras.Model(inputs={"district": district, "numeric": numeric}, outputs=layers.Dense(1)(h))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--flats", type=int, default=4000)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--lr", type=float, default=5e-3)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--seed", type=int, default=17)
    args = parser.parse_args()

    keras.utils.set_random_seed(args.seed)
    x, y = make_flats(args.flats, args.seed)
    order = np.random.default_rng(args.seed + 1).permutation(args.flats)
    n_train, n_val = int(0.7 * args.flats), int(0.15 * args.flats)
    i_train, i_val, i_test = np.split(order, [n_train, n_train + n_val])
    x_train, x_val, x_test = take(x, i_train), take(x, i_val), take(x, i_test)

    y_mean, y_std = y[i_train].mean(), y[i_train].std()

    def scale(target):
        return (target - y_mean) / y_std

    normalizer = layers.Normalization(axis=-1)
    normalizer.adapt(x_train["numeric"])
    model = build(normalizer, len(DISTRICTS), args.width)

    steps = math.ceil(n_train / args.batch_size) * args.epochs
    schedule = keras.optimizers.schedules.CosineDecay(
        initial_learning_rate=args.lr / 10, warmup_target=args.lr,
        warmup_steps=steps // 20, decay_steps=steps - steps // 20, alpha=0.01,
    )
    model.compile(optimizer=keras.optimizers.AdamW(learning_rate=schedule, weight_decay=1e-4),
                  loss="huber", metrics=["mae"])
    model.fit(x_train, scale(y[i_train]), validation_data=(x_val, scale(y[i_val])),
              epochs=args.epochs, batch_size=args.batch_size, verbose=2)

    guess = model.predict(x_test, batch_size=512, verbose=0) * y_std + y_mean
    mae = float(np.abs(guess - y[i_test]).mean())
    lazy = float(np.abs(y_mean - y[i_test]).mean())
    print(f"test: off by {mae:.1f} on average (noise alone ~32), mean rent would be off by {lazy:.1f}")


if __name__ == "__main__":
    main()
