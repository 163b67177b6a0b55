import argparse
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import tensorflow as tf


def parse_args():
    p = argparse.ArgumentParser(description="noisy two-class problem, tf.data pipeline")
    p.add_argument("--rows", type=int, default=600)
    p.add_argument("--features", type=int, default=60)
    p.add_argument("--epochs", type=int, default=40)
    p.add_argument("--batch", type=int, default=32)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--seed", type=int, default=11)
    p.add_argument("--out", default="out/ip02")
    return p.parse_args()


def make_rows(n, d, seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d)).astype("float32")
    w = np.zeros(d)
    w[:6] = [1.0, -1.0, 0.7, -0.7, 0.5, 0.5]
    p = 1.0 / (1.0 + np.exp(-(x @ w)))
    y = (rng.uniform(size=n) < p).astype("float32")
    return x, y


def make_datasets(x, y, batch, seed):
    n = len(x)
    n_val = n // 5
    full = tf.data.Dataset.from_tensor_slices((x, y))
    full = full.shuffle(buffer_size=n, seed=seed)
    val = full.take(n_val).batch(batch).prefetch(tf.data.AUTOTUNE)
    train = full.skip(n_val).batch(batch).prefetch(tf.data.AUTOTUNE)
    return train, val


def make_model(d):
    return tf.keras.Sequential(
        [
            tf.keras.Input(shape=(d,)),
            tf.keras.layers.Dense(128, activation="relu"),
            tf.keras.layers.Dense(64, activation="relu"),
            tf.keras.layers.Dense(1, activation="sigmoid"),
        ]
    )


def main():
    args = parse_args()
    os.makedirs(args.out, exist_ok=True)
    tf.keras.utils.set_random_seed(args.seed)

    x, y = make_rows(args.rows, args.features, args.seed)
    train, val = make_datasets(x, y, args.batch, args.seed)

    model = make_model(args.features)
    model.compile(
        optimizer=tf.keras.optimizers.Adam(args.lr),
        loss=tf.keras.losses.BinaryCrossentropy(),
        metrics=[tf.keras.metrics.BinaryAccuracy(name="acc")],
    )
    stop = tf.keras.callbacks.EarlyStopping(
        monitor="val_loss", patience=5, restore_best_weights=True
    )
    hist = model.fit(train, validation_data=val, epochs=args.epochs, callbacks=[stop], verbose=2)

    loss, acc = model.evaluate(val, verbose=0)
    print(f"epochs run {len(hist.history['loss'])}, validation loss {loss:.3f}, accuracy {acc:.3f}")
    model.save(os.path.join(args.out, "model.keras"))


if __name__ == "__main__":
    main()
