import argparse

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


def simulate(n, n_stores, seed):
    rng = np.random.default_rng(seed)
    effect = np.random.default_rng(0).normal(0, 2, n_stores)
    store = rng.integers(0, n_stores, n)
    numeric = rng.normal(size=(n, 5)).astype("float32")
    sales = effect[store] + numeric @ np.array([1.0, -0.5, 0.8, 0.0, 0.3]) + 0.4 * numeric[:, 0] * numeric[:, 2]
    sales = sales + rng.normal(0, 0.2, n)
    return store.astype("int32"), numeric, sales.astype("float32")


def make_ds(store, numeric, sales, batch_size, training=False):
    ds = tf.data.Dataset.from_tensor_slices((store, numeric, sales))
    if training:
        ds = ds.shuffle(len(sales), seed=1)
    return ds.batch(batch_size).prefetch(tf.data.AUTOTUNE)


def build_model(n_stores, n_numeric):
    store_in = keras.Input(shape=(), dtype="int32", name="store")
    numeric_in = keras.Input(shape=(n_numeric,), name="numeric")
    e = layers.Embedding(n_stores, 8)(store_in)
    x = layers.Concatenate()([e, numeric_in])
    x = layers.Dense(64, activation="relu")(x)
    x = layers.Dense(32, activation="relu")(x)
    out = layers.Dense(1, name="sales")(x)
    return keras.Model(inputs=[store_in, numeric_in], outputs=out)


def main(args):
    keras.utils.set_random_seed(1)
    train = simulate(3000, args.stores, seed=1)
    test = simulate(600, args.stores, seed=2)
    train_ds = make_ds(*train, args.batch_size, training=True)
    test_ds = make_ds(*test, args.batch_size)
    print(train_ds.element_spec)

    model = build_model(args.stores, train[1].shape[1])
    model.compile(optimizer=keras.optimizers.Adam(args.lr), loss="mse", metrics=["mae"])
    model.fit(train_ds, validation_data=test_ds, epochs=args.epochs, verbose=2)

    mse = model.evaluate(test_ds, verbose=0)[0]
    print(f"test mse {mse:.3f}, r2 {1 - mse / test[2].var():.3f}")


if __name__ == "__main__":
    p = argparse.ArgumentParser()
    p.add_argument("--stores", type=int, default=30)
    p.add_argument("--epochs", type=int, default=15)
    p.add_argument("--batch_size", type=int, default=32)
    p.add_argument("--lr", type=float, default=2e-3)
    main(p.parse_args())
