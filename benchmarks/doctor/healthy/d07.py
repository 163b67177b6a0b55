#!/usr/bin/env python
"""Forecast the next six hours of a load curve with a GRU, in a plain TensorFlow loop.

The series is cut in time (train | validation | test), scaled with the training part's mean and deviation, and
windowed with `timeseries_dataset_from_array`.  Checkpoints are kept by a CheckpointManager: the run is made in
two sessions, the second of which restores everything (weights, optimizer, epoch) and goes on.
"""
import argparse
import logging
import tempfile

import keras
import numpy as np
import tensorflow as tf

logger = logging.getLogger("forecast")


def make_series(hours: int, seed: int) -> np.ndarray:
    """Daily and weekly cycle, slow autoregressive noise, and temperature as a second channel."""
    rng = np.random.default_rng(seed)
    t = np.arange(hours)
    drift = np.zeros(hours)
    temp_noise = np.zeros(hours)
    for i in range(1, hours):
        drift[i] = 0.9 * drift[i - 1] + rng.normal(0, 1.2)
        temp_noise[i] = 0.97 * temp_noise[i - 1] + rng.normal(0, 0.4)
    temperature = 12 + 5 * np.sin(2 * np.pi * (t - 9) / 24) + temp_noise
    weekend = ((t // 24) % 7 >= 5).astype(float)
    load = 60 + 14 * np.sin(2 * np.pi * (t - 7) / 24) + 5 * np.sin(4 * np.pi * t / 24) - 9 * weekend
    load = load - 0.8 * (temperature - 12) + drift
    return np.stack([load, temperature, weekend], axis=1).astype("float32")


def windows(values: np.ndarray, history: int, horizon: int, batch_size: int, shuffle: bool, seed: int = 0):
    total = history + horizon
    ds = keras.utils.timeseries_dataset_from_array(
        values, targets=None, sequence_length=total, sequence_stride=1, shuffle=shuffle, seed=seed, batch_size=batch_size
    )
    return ds.map(lambda w: (w[:, :history], w[:, history:, 0])).prefetch(tf.data.AUTOTUNE)


class Forecaster(keras.Model):
    def __init__(self, units: int, horizon: int):
        super().__init__()
        self.gru = keras.layers.GRU(units)
        self.hidden = keras.layers.Dense(units, activation="gelu")
        self.out = keras.layers.Dense(horizon)

    def call(self, x):
        last = x[:, -1, :1]
        return last + self.out(self.hidden(self.gru(x)))  # change with respect to the last known hour


class Session:
    def __init__(self, args, train, valid):
        self.train, self.valid = train, valid
        self.model = Forecaster(args.units, args.horizon)
        self.model(tf.zeros((1, args.history, 3)))  # creates the weights
        self.optimizer = keras.optimizers.Adam(args.lr, clipnorm=1.0)
        self.optimizer.build(self.model.trainable_variables)
        self.loss_fn = keras.losses.MeanSquaredError()
        self.epoch = tf.Variable(0, dtype=tf.int64)
        self.best = tf.Variable(np.inf, dtype=tf.float32)
        self.latest = tf.train.CheckpointManager(self._checkpoint(), args.folder + "/latest", max_to_keep=2)
        self.top = tf.train.CheckpointManager(self._checkpoint(), args.folder + "/best", max_to_keep=1)

    def _checkpoint(self):
        return tf.train.Checkpoint(model=self.model, optimizer=self.optimizer, epoch=self.epoch, best=self.best)

    def resume(self):
        path = self.latest.restore_or_initialize()
        logger.info("starting from %s", path or "scratch")
        return self

    @tf.function
    def train_step(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.loss_fn(y, self.model(x, training=True))
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss

    @tf.function
    def squared_error(self, x, y):
        return tf.reduce_sum(tf.square(y - self.model(x, training=False)), axis=0)

    def mse_per_step(self, dataset):
        total, count = 0.0, 0
        for x, y in dataset:
            total = total + self.squared_error(x, y).numpy()
            count += int(x.shape[0])
        return total / count

    def run(self, until: int):
        while int(self.epoch) < until:
            mean = keras.metrics.Mean()
            for x, y in self.train:
                mean.update_state(self.train_step(x, y), sample_weight=tf.shape(x)[0])
            self.epoch.assign_add(1)
            valid = float(self.mse_per_step(self.valid).mean())
            if valid < float(self.best):
                self.best.assign(valid)
                self.top.save()
            self.latest.save()
            logger.info("epoch %d: train %.4f, validation %.4f", int(self.epoch), float(mean.result()), valid)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=int, default=24 * 140)
    parser.add_argument("--history", type=int, default=36)
    parser.add_argument("--horizon", type=int, default=6)
    parser.add_argument("--units", type=int, default=24)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--lr", type=float, default=3e-3)
    parser.add_argument("--epochs", type=int, nargs=2, default=(4, 9), help="where the first and second session end")
    parser.add_argument("--folder", default=None)
    args = parser.parse_args()
    args.folder = args.folder or tempfile.mkdtemp(prefix="forecast_")
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    keras.utils.set_random_seed(0)

    series = make_series(args.hours, seed=8)
    a, b = int(0.7 * len(series)), int(0.85 * len(series))
    mean, std = series[:a].mean(0), series[:a].std(0)
    scaled = (series - mean) / std
    common = dict(history=args.history, horizon=args.horizon, batch_size=args.batch_size)
    train = windows(scaled[:a], shuffle=True, seed=1, **common)
    valid = windows(scaled[a:b], shuffle=False, **common)
    test = windows(scaled[b:], shuffle=False, **common)

    Session(args, train, valid).resume().run(until=args.epochs[0])
    session = Session(args, train, valid).resume()
    session.run(until=args.epochs[1])
    session.top.checkpoint.restore(session.top.latest_checkpoint)

    rmse = np.sqrt(session.mse_per_step(test)) * std[0]
    persistence, count = 0.0, 0
    for x, y in test:
        persistence = persistence + np.square(y.numpy() - x[:, -1:, 0].numpy()).sum(0)
        count += int(y.shape[0])
    persistence = np.sqrt(persistence / count) * std[0]
    for h in range(args.horizon):
        logger.info("%d h ahead: RMSE %.2f, persistence %.2f", h + 1, rmse[h], persistence[h])
    print(f"test RMSE {rmse.mean():.3f} against {persistence.mean():.3f} for persistence "
          f"(skill {1 - rmse.mean() / persistence.mean():.3f})")


if __name__ == "__main__":
    main()
