"""House prices (made up), regression with an explicit training loop."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass
class Config:
    n: int = 3000
    epochs: int = 20
    batch: int = 64
    lr: float = 3e-3
    seed: int = 17


def houses(n, rng):
    area = rng.uniform(40, 220, n)
    rooms = np.round(area / 28 + rng.normal(0, 0.7, n)).clip(1, 9)
    age = rng.uniform(0, 90, n)
    km = rng.exponential(6, n)
    price = 2.9 * area + 11 * rooms - 0.9 * age - 6 * km + rng.normal(0, 15, n) + 80
    table = np.stack([area, rooms, age, km], axis=1).astype("float32")
    return table, price.astype("float32")


def r2(y, p):
    return 1.0 - np.sum((y - p) ** 2) / np.sum((y - y.mean()) ** 2)


def main(cfg=Config()):
    tf.keras.utils.set_random_seed(cfg.seed)
    x, y = houses(cfg.n, np.random.default_rng(cfg.seed))
    n_tr, n_va = int(0.7 * cfg.n), int(0.15 * cfg.n)
    x_tr, y_tr = x[:n_tr], y[:n_tr]
    x_va, y_va = x[n_tr : n_tr + n_va], y[n_tr : n_tr + n_va]
    x_te, y_te = x[n_tr + n_va :], y[n_tr + n_va :]

    # target in units of its own spread, as seen in training
    mu, sd = y_tr.mean(), y_tr.std()
    norm = tf.keras.layers.Normalization()
    norm.adapt(x_tr)

    model = tf.keras.Sequential(
        [
            tf.keras.Input((4,)),
            norm,
            tf.keras.layers.Dense(32, activation="relu"),
            tf.keras.layers.Dense(32, activation="relu"),
            tf.keras.layers.Dense(1),
        ]
    )
    opt = tf.keras.optimizers.Adam(cfg.lr)
    opt.build(model.trainable_variables)
    ds = (
        tf.data.Dataset.from_tensor_slices((x_tr, (y_tr - mu) / sd))
        .shuffle(n_tr)
        .batch(cfg.batch, drop_remainder=True)
    )

    @tf.function
    def step(xb, yb):
        with tf.GradientTape() as tape:
            pred = model(xb, training=True)
            loss = tf.reduce_mean(tf.square(yb - pred))
        grads = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(grads, model.trainable_variables))
        return loss

    def predict(rows):
        return model(rows, training=False).numpy()[:, 0] * sd + mu

    for epoch in range(1, cfg.epochs + 1):
        losses = [float(step(xb, yb)) for xb, yb in ds]
        if epoch % 4 == 0:
            print(f"epoch {epoch:2d} mse {np.mean(losses):.4f} val r2 {r2(y_va, predict(x_va)):.3f}")
    print(f"test r2 {r2(y_te, predict(x_te)):.3f}")


if __name__ == "__main__":
    main()
