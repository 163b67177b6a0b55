import argparse
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from sklearn.datasets import make_friedman1
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split
from tensorflow import keras


def get_args():
    p = argparse.ArgumentParser(description="MLP regression, manual loop")
    p.add_argument("--rows", type=int, default=2000)
    p.add_argument("--epochs", type=int, default=30)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--seed", type=int, default=0)
    return p.parse_args()


class Regressor(keras.Model):
    def __init__(self, hidden=(64, 64)):
        super().__init__()
        self.hidden = [keras.layers.Dense(h, activation="relu") for h in hidden]
        self.out = keras.layers.Dense(1)

    def call(self, x):
        for layer in self.hidden:
            x = layer(x)
        return self.out(x)


def prepare(args):
    X, y = make_friedman1(n_samples=args.rows, n_features=10, noise=0.5, random_state=args.seed)
    X = X.astype("float32") - 0.5
    y = y.astype("float32")
    X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.25, random_state=args.seed)
    mu, sd = y_tr.mean(), y_tr.std()
    return X_tr, X_te, (y_tr - mu) / sd, (y_te - mu) / sd


def main():
    args = get_args()
    keras.utils.set_random_seed(args.seed)
    X_tr, X_te, y_tr, y_te = prepare(args)

    ds = (
        tf.data.Dataset.from_tensor_slices((X_tr, y_tr))
        .shuffle(len(X_tr), seed=args.seed)
        .batch(args.batch_size)
        .prefetch(tf.data.AUTOTUNE)
    )

    model = Regressor()
    model(X_tr[:1])  # create the weights
    opt = keras.optimizers.Adam(args.lr)
    opt.build(model.trainable_variables)

    @tf.function(reduce_retracing=True)
    def train_step(xb, yb):
        with tf.GradientTape() as tape:
            pred = model(xb, training=True)
            loss = tf.reduce_mean(tf.square(yb - pred))
        grads = tape.gradient(loss, model.trainable_variables)
        grads, _ = tf.clip_by_global_norm(grads, 5.0)
        opt.apply_gradients(zip(grads, model.trainable_variables))
        return loss

    for epoch in range(args.epochs):
        running = keras.metrics.Mean()
        for xb, yb in ds:
            running.update_state(train_step(xb, yb))
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1:3d}  mse {float(running.result()):.4f}")

    pred = model.predict(X_te, verbose=0).ravel()
    print("test R2:", round(r2_score(y_te, pred), 4))


if __name__ == "__main__":
    main()
