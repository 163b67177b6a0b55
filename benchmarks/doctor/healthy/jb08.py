"""Explicit-feedback recommender: matrix factorisation with biases, subclassed Keras model.

Warm-start evaluation on purpose: users and items are known, the (user, item) pairs are not.
Every pair occurs once, so a held-out rating is never seen in training.
"""
from __future__ import annotations

from typing import NamedTuple

import keras
import numpy as np
from keras import layers, ops


class Ratings(NamedTuple):
    user: np.ndarray
    item: np.ndarray
    stars: np.ndarray

    def take(self, rows) -> "Ratings":
        return Ratings(self.user[rows], self.item[rows], self.stars[rows])

    @property
    def pairs(self) -> np.ndarray:
        return np.stack([self.user, self.item], axis=1)


def make_ratings(n_users=300, n_items=150, n=18000, rank=3, seed=0) -> Ratings:
    rng = np.random.default_rng(seed)
    flat = rng.choice(n_users * n_items, size=n, replace=False)
    u, i = (a.astype("int32") for a in np.divmod(flat, n_items))
    p, q = rng.normal(size=(n_users, rank)), rng.normal(size=(n_items, rank))
    bu, bi = rng.normal(0, 0.4, n_users), rng.normal(0, 0.5, n_items)
    r = 3.2 + bu[u] + bi[i] + 0.5 * (p[u] * q[i]).sum(1) + rng.normal(0, 0.3, n)
    return Ratings(u, i, np.clip(r, 0.5, 5.5).astype("float32"))


class Factorisation(keras.Model):
    def __init__(self, n_users: int, n_items: int, dim: int, mean: float):
        super().__init__()
        small = keras.initializers.RandomNormal(stddev=0.1)
        l2 = keras.regularizers.L2(1e-5)
        self.p = layers.Embedding(n_users, dim, embeddings_initializer=small, embeddings_regularizer=l2)
        self.q = layers.Embedding(n_items, dim, embeddings_initializer="random_normal",
                                  embeddings_regularizer=l2)
        self.bu = layers.Embedding(n_users, 1, embeddings_initializer="zeros")
        self.bi = layers.Embedding(n_items, 1, embeddings_initializer="zeros")
        self.mean = mean

    def call(self, pairs):
        u, i = pairs[:, 0], pairs[:, 1]
        dot = ops.sum(self.p(u) * self.q(i), axis=-1, keepdims=True)
        return self.mean + self.bu(u) + self.bi(i) + dot


def rmse(a, b) -> float:
    return float(np.sqrt(np.mean((np.asarray(a) - np.asarray(b)) ** 2)))


def bias_baseline(train: Ratings, test: Ratings, n_users: int, n_items: int, shrink=5.0) -> np.ndarray:
    mu = train.stars.mean()
    res = train.stars - mu
    bi = np.bincount(train.item, res, n_items) / (np.bincount(train.item, minlength=n_items) + shrink)
    res = res - bi[train.item]
    bu = np.bincount(train.user, res, n_users) / (np.bincount(train.user, minlength=n_users) + shrink)
    return mu + bi[test.item] + bu[test.user]


def main() -> None:
    keras.utils.set_random_seed(4)
    n_users, n_items = 300, 150
    data = make_ratings(n_users, n_items)
    rows = np.random.default_rng(4).permutation(len(data.stars))
    a, b = int(0.8 * len(rows)), int(0.9 * len(rows))
    train, val, test = data.take(rows[:a]), data.take(rows[a:b]), data.take(rows[b:])

    model = Factorisation(n_users, n_items, dim=8, mean=float(train.stars.mean()))
    model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="mse",
                  metrics=[keras.metrics.RootMeanSquaredError(name="rmse")])
    model.fit(
        train.pairs, train.stars[:, None],
        validation_data=(val.pairs, val.stars[:, None]),
        batch_size=256, epochs=40, verbose=2,
        callbacks=[keras.callbacks.EarlyStopping(monitor="val_rmse", mode="min", patience=3,
                                                 restore_best_weights=True)],
    )
    pred = model.predict(test.pairs, batch_size=1024, verbose=0)[:, 0]
    print("test RMSE")
    print(f"  mean of training stars   {rmse(train.stars.mean(), test.stars):.3f}")
    print(f"  user and item biases     {rmse(bias_baseline(train, test, n_users, n_items), test.stars):.3f}")
    print(f"  factorisation            {rmse(pred, test.stars):.3f}   (noise floor about 0.30)")


if __name__ == "__main__":
    main()
