"""Two-tower recommender on made-up ratings."""
import argparse
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
import keras
from keras import layers


def get_args():
    p = argparse.ArgumentParser()
    p.add_argument("--users", type=int, default=300)
    p.add_argument("--items", type=int, default=120)
    p.add_argument("--dim", type=int, default=12)
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--batch-size", type=int, default=128)
    p.add_argument("--out", default="out/df02")
    return p.parse_args()


def fake_ratings(n_users, n_items, n, seed=0):
    rng = np.random.default_rng(seed)
    u_vec = rng.normal(size=(n_users, 4))
    i_vec = rng.normal(size=(n_items, 4))
    pairs = rng.choice(n_users * n_items, size=n, replace=False)
    users, items = pairs // n_items, pairs % n_items
    rating = (u_vec[users] * i_vec[items]).sum(1) / 2 + rng.normal(0, 0.1, n)
    return users.astype("int32"), items.astype("int32"), rating.astype("float32")


def build(n_users, n_items, dim):
    user_in = keras.Input((), dtype="int32", name="user")
    item_in = keras.Input((), dtype="int32", name="item")
    reg = keras.regularizers.L2(1e-6)
    u = layers.Embedding(n_users, dim, embeddings_regularizer=reg)(user_in)
    v = layers.Embedding(n_items, dim, embeddings_regularizer=reg)(item_in)
    b_u = layers.Embedding(n_users, 1)(user_in)
    b_i = layers.Embedding(n_items, 1)(item_in)
    dot = tf.reduce_sum(u * v, axis=-1, keepdims=True)
    score = layers.Add(name="score")([dot, b_u, b_i])
    return keras.Model([user_in, item_in], score)


def main():
    args = get_args()
    os.makedirs(args.out, exist_ok=True)
    keras.utils.set_random_seed(1)

    users, items, rating = fake_ratings(args.users, args.items, 12000)
    cut = 10000  # the pairs were drawn in random order, without repetition
    train = tf.data.Dataset.from_tensor_slices(
        ({"user": users[:cut], "item": items[:cut]}, rating[:cut])
    )
    train = train.shuffle(cut, seed=1).batch(args.batch_size).prefetch(tf.data.AUTOTUNE)
    val = tf.data.Dataset.from_tensor_slices(
        ({"user": users[cut:], "item": items[cut:]}, rating[cut:])
    ).batch(512)

    model = build(args.users, args.items, args.dim)
    model.compile(
        optimizer=keras.optimizers.Adam(5e-3),
        loss="mse",
        metrics=[keras.metrics.RootMeanSquaredError(name="rmse")],
    )
    stop = keras.callbacks.EarlyStopping("val_rmse", mode="min", patience=2, restore_best_weights=True)
    model.fit(train, validation_data=val, epochs=args.epochs, callbacks=[stop], verbose=2)
    model.save_weights(f"{args.out}/towers.weights.h5")
    print(model.evaluate(val, return_dict=True, verbose=0))


if __name__ == "__main__":
    main()
