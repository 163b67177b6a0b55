"""Two moons with a hand-written TensorFlow training loop."""
import argparse

import numpy as np
import tensorflow as tf
from sklearn.datasets import make_moons


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=25)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--lr", type=float, default=5e-3)
    p.add_argument("--noise", type=float, default=0.2)
    return p.parse_args()


def sample(n, noise, seed):
    x, y = make_moons(n, noise=noise, random_state=seed)
    return x.astype(np.float32), y.astype(np.int32)


def build():
    return tf.keras.Sequential([
        tf.keras.Input((2,)),
        tf.keras.layers.Dense(32, activation="relu"),
        tf.keras.layers.Dropout(0.1),
        tf.keras.layers.Dense(32, activation="relu"),
        tf.keras.layers.Dense(2),          # logits
    ])


def main():
    args = parse()
    tf.keras.utils.set_random_seed(11)
    # three independent draws from the same distribution
    train = tf.data.Dataset.from_tensor_slices(sample(1500, args.noise, 1))
    train = train.shuffle(1500, reshuffle_each_iteration=True).batch(args.batch_size).prefetch(1)
    val = tf.data.Dataset.from_tensor_slices(sample(500, args.noise, 2)).batch(250)
    test = tf.data.Dataset.from_tensor_slices(sample(1000, args.noise, 3)).batch(250)

    model = build()
    loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    steps = args.epochs * int(train.cardinality())
    optimizer = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.CosineDecay(args.lr, steps))
    mean_loss = tf.keras.metrics.Mean()
    acc = tf.keras.metrics.SparseCategoricalAccuracy()

    @tf.function
    def train_step(x, y):
        with tf.GradientTape() as tape:
            loss = loss_fn(y, model(x, training=True))
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        mean_loss.update_state(loss, sample_weight=tf.shape(y)[0])

    @tf.function
    def eval_step(x, y):
        acc.update_state(y, model(x, training=False))

    def accuracy(ds):
        acc.reset_state()
        for x, y in ds:
            eval_step(x, y)
        return float(acc.result())

    best, weights = -1.0, None
    for epoch in range(args.epochs):
        mean_loss.reset_state()
        for x, y in train:
            train_step(x, y)
        v = accuracy(val)
        print(f"{epoch:3d} loss {float(mean_loss.result()):.4f} val {v:.4f}")
        if v > best:
            best, weights = v, model.get_weights()
    model.set_weights(weights)
    print(f"best validation accuracy {best:.4f}, test accuracy {accuracy(test):.4f}")


if __name__ == "__main__":
    main()
