import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

from dataclasses import dataclass

import numpy as np
import tensorflow as tf
from tensorflow import keras


@dataclass
class Config:
    seq_len: int = 24
    channels: int = 3
    classes: int = 3
    rows: int = 900
    batch: int = 32
    epochs: int = 8
    encoder_lr: float = 5e-4
    head_lr: float = 3e-3
    seed: int = 13


def make_motion_data(cfg, rng):
    """Accelerometer-like windows: rest, walk, run."""
    t = np.arange(cfg.seq_len)[None, :, None]
    label = rng.integers(0, cfg.classes, cfg.rows)
    freq = np.array([0.0, 0.35, 0.9])[label][:, None, None]
    amp = np.array([0.0, 0.7, 1.0])[label][:, None, None]
    phase = rng.uniform(0, 2 * np.pi, (cfg.rows, 1, cfg.channels))
    x = amp * np.sin(freq * t + phase) + rng.normal(0, 0.3, (cfg.rows, cfg.seq_len, cfg.channels))
    return x.astype("float32"), label.astype("int32")


def build_encoder(cfg):
    return keras.Sequential(
        [
            keras.Input((cfg.seq_len, cfg.channels)),
            keras.layers.Conv1D(16, 5, padding="same", activation="relu"),
            keras.layers.Conv1D(32, 5, padding="same", activation="relu"),
            keras.layers.GlobalMaxPooling1D(),
        ],
        name="encoder",
    )


def build_head(cfg):
    return keras.Sequential(
        [
            keras.Input((32,)),
            keras.layers.Dense(32, activation="relu"),
            keras.layers.Dense(cfg.classes),
        ],
        name="head",
    )


class TwoSpeedTrainer:
    """The encoder gets a lower learning rate than the fresh head."""

    def __init__(self, cfg):
        self.cfg = cfg
        self.encoder = build_encoder(cfg)
        self.head = build_head(cfg)
        self.opt_enc = keras.optimizers.Adam(cfg.encoder_lr)
        self.opt_head = keras.optimizers.Adam(cfg.head_lr)
        self.loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def step(self, xb, yb):
        with tf.GradientTape() as tape:
            z = self.encoder(xb, training=True)
            logits = self.head(z, training=True)
            loss = self.loss_fn(yb, logits)
        enc_vars = self.encoder.trainable_variables
        head_vars = self.head.trainable_variables
        enc_grads = tape.gradient(loss, enc_vars)
        self.opt_enc.apply_gradients(zip(enc_grads, enc_vars))
        head_grads = tape.gradient(loss, head_vars)
        self.opt_head.apply_gradients(zip(head_grads, head_vars))
        return loss

    def accuracy(self, ds):
        acc = keras.metrics.SparseCategoricalAccuracy()
        for xb, yb in ds:
            acc.update_state(yb, self.head(self.encoder(xb, training=False), training=False))
        return float(acc.result())

    def run(self, train_ds, val_ds):
        for epoch in range(self.cfg.epochs):
            losses = [float(self.step(xb, yb)) for xb, yb in train_ds]
            print(f"epoch {epoch}: loss {np.mean(losses):.4f}  val acc {self.accuracy(val_ds):.3f}")


if __name__ == "__main__":
    cfg = Config()
    keras.utils.set_random_seed(cfg.seed)
    x, y = make_motion_data(cfg, np.random.default_rng(cfg.seed))
    cut = int(0.8 * cfg.rows)
    train_ds = tf.data.Dataset.from_tensor_slices((x[:cut], y[:cut])).shuffle(cut).batch(cfg.batch)
    val_ds = tf.data.Dataset.from_tensor_slices((x[cut:], y[cut:])).batch(cfg.batch)
    TwoSpeedTrainer(cfg).run(train_ds, val_ds)
