import argparse
import math

import numpy as np
import tensorflow as tf
import keras


class MeanAndSpread(keras.Model):
    """Predicts a mean and a log variance for every row."""

    def __init__(self, width=64, rate=0.05, weight_decay=1e-5):
        super().__init__()
        reg = keras.regularizers.L2(weight_decay)
        self.first = keras.layers.Dense(width, activation="tanh", kernel_regularizer=reg)
        self.drop = keras.layers.Dropout(rate)
        self.second = keras.layers.Dense(width, activation="tanh", kernel_regularizer=reg)
        self.mean = keras.layers.Dense(1)
        self.log_var = keras.layers.Dense(1)

    def call(self, x, training=None):
        h = self.drop(self.first(x), training=training)
        h = self.second(h)
        return self.mean(h), tf.clip_by_value(self.log_var(h), -8.0, 4.0)


def gaussian_nll(y, mean, log_var):
    return 0.5 * tf.reduce_mean(log_var + tf.square(y - mean) * tf.exp(-log_var) + math.log(2 * math.pi))


def sample(n, rng):
    x = rng.uniform(-3, 3, (n, 2)).astype("float32")
    noise = 0.1 + 0.3 * np.abs(x[:, :1])
    y = np.sin(1.5 * x[:, :1]) * 2 + 0.5 * x[:, 1:] + rng.normal(0, 1, (n, 1)) * noise
    return x, y.astype("float32")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--epochs", type=int, default=50)
    p.add_argument("--batch-size", type=int, default=64)
    p.add_argument("--lr", type=float, default=3e-3)
    p.add_argument("--seed", type=int, default=0)
    args = p.parse_args()

    keras.utils.set_random_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    train, val, test = sample(2000, rng), sample(500, rng), sample(500, rng)

    train_ds = tf.data.Dataset.from_tensor_slices(train).shuffle(2000, seed=args.seed).batch(args.batch_size)
    val_ds = tf.data.Dataset.from_tensor_slices(val).batch(256)

    model = MeanAndSpread()
    model(train[0][:2], training=False)  # creates the weights
    total = args.epochs * math.ceil(len(train[0]) / args.batch_size)
    schedule = keras.optimizers.schedules.PolynomialDecay(args.lr, total, end_learning_rate=args.lr / 30)
    optimizer = keras.optimizers.Adam(schedule)
    optimizer.build(model.trainable_variables)
    train_loss, val_loss = keras.metrics.Mean(), keras.metrics.Mean()

    @tf.function
    def train_step(x, y):
        with tf.GradientTape() as tape:
            mean, log_var = model(x, training=True)
            nll = gaussian_nll(y, mean, log_var)
            loss = nll + tf.add_n(model.losses)
        grads = tape.gradient(loss, model.trainable_variables)
        grads, _ = tf.clip_by_global_norm(grads, 5.0)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        train_loss.update_state(nll, sample_weight=tf.shape(x)[0])

    @tf.function
    def val_step(x, y):
        mean, log_var = model(x, training=False)
        val_loss.update_state(gaussian_nll(y, mean, log_var), sample_weight=tf.shape(x)[0])

    best, best_weights = float("inf"), None
    for epoch in range(args.epochs):
        train_loss.reset_state()
        val_loss.reset_state()
        for x, y in train_ds:
            train_step(x, y)
        for x, y in val_ds:
            val_step(x, y)
        current = float(val_loss.result())
        if current < best:
            best, best_weights = current, model.get_weights()
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1:3d}  train nll {float(train_loss.result()):.3f}  validation nll {current:.3f}")

    model.set_weights(best_weights)
    mean, log_var = model(test[0], training=False)
    inside = np.abs(test[1] - mean.numpy()) <= 1.96 * np.exp(0.5 * log_var.numpy())
    print(f"test nll {float(gaussian_nll(test[1], mean, log_var)):.3f}, 95% interval covers {inside.mean():.3f}")


if __name__ == "__main__":
    main()
