"""Classify short vibration traces of a pump into three states."""
import argparse
import json
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf


def make_traces(n, length, rng):
    t = np.arange(length) / length
    state = rng.integers(0, 3, size=n)
    freq = np.array([3.0, 3.6, 4.2])[state]
    phase = rng.uniform(0, 2 * np.pi, size=n)
    clean = np.sin(2 * np.pi * freq[:, None] * t[None] + phase[:, None])
    noisy = clean + rng.normal(0, 1.5, size=clean.shape)
    return noisy[..., None].astype("float32"), state.astype("int64")


def input_pipelines(x, y, val_share, batch):
    n = len(x)
    n_val = int(n * val_share)
    ds = tf.data.Dataset.from_tensor_slices((x, y))
    ds = ds.shuffle(n, seed=11)
    val_ds = ds.take(n_val)
    train_ds = ds.skip(n_val)
    train_ds = train_ds.batch(batch).prefetch(tf.data.AUTOTUNE)
    val_ds = val_ds.batch(batch).prefetch(tf.data.AUTOTUNE)
    return train_ds, val_ds


def build(length):
    return tf.keras.Sequential(
        [
            tf.keras.Input((length, 1)),
            tf.keras.layers.Conv1D(32, 7, padding="same", activation="relu"),
            tf.keras.layers.MaxPooling1D(2),
            tf.keras.layers.Conv1D(64, 5, padding="same", activation="relu"),
            tf.keras.layers.Flatten(),
            tf.keras.layers.Dense(96, activation="relu"),
            tf.keras.layers.Dense(3, activation="softmax"),
        ]
    )


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--n", type=int, default=900)
    p.add_argument("--length", type=int, default=64)
    p.add_argument("--epochs", type=int, default=25)
    p.add_argument("--batch", type=int, default=32)
    p.add_argument("--val-share", type=float, default=0.2)
    p.add_argument("--out", default="out/ic02")
    args = p.parse_args()

    tf.keras.utils.set_random_seed(3)
    os.makedirs(args.out, exist_ok=True)
    x, y = make_traces(args.n, args.length, np.random.default_rng(5))
    train_ds, val_ds = input_pipelines(x, y, args.val_share, args.batch)

    model = build(args.length)
    model.compile(
        optimizer=tf.keras.optimizers.Adam(1e-3),
        loss=tf.keras.losses.SparseCategoricalCrossentropy(),
        metrics=["accuracy"],
    )
    hist = model.fit(train_ds, validation_data=val_ds, epochs=args.epochs, verbose=2)

    result = model.evaluate(val_ds, return_dict=True, verbose=0)
    print("accuracy on held-out traces: %.3f" % result["accuracy"])
    with open(os.path.join(args.out, "history.json"), "w") as f:
        json.dump({k: [float(v) for v in vs] for k, vs in hist.history.items()}, f)


if __name__ == "__main__":
    main()
