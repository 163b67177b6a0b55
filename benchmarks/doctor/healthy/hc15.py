"""Endless tf.data stream, counted in steps; warm-up and cosine over exactly these steps."""
import argparse
import os

import keras
import numpy as np
import tensorflow as tf
from keras import layers

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=12)
parser.add_argument("--batch", type=int, default=50)
parser.add_argument("--lr", type=float, default=4e-3)
args, _ = parser.parse_known_args()

keras.utils.set_random_seed(15)
os.makedirs("out/hc15", exist_ok=True)
LENGTH = 96


def signals(n, seed):
    rng = np.random.default_rng(seed)
    t = np.linspace(0, 1, LENGTH)[None]
    kind = rng.integers(0, 3, n)
    f = rng.uniform(2, 6, (n, 1))
    phase = rng.uniform(0, 2 * np.pi, (n, 1))
    sine = np.sin(2 * np.pi * f * t + phase)
    chirp = np.sin(2 * np.pi * f * t * (1 + t) + phase)
    x = np.where(kind[:, None] == 0, sine, np.where(kind[:, None] == 1, np.sign(sine), chirp))
    x = x + rng.normal(0, 0.3, x.shape)
    return x[..., None].astype("float32"), np.eye(3, dtype="float32")[kind]


x_train, y_train = signals(2000, 1)
x_val, y_val = signals(500, 2)
x_test, y_test = signals(500, 3)

train_ds = (
    tf.data.Dataset.from_tensor_slices((x_train, y_train))
    .shuffle(len(x_train), seed=15)
    .repeat()
    .batch(args.batch, drop_remainder=True)
    .prefetch(tf.data.AUTOTUNE)
)
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(100)
test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(100)

steps = len(x_train) // args.batch
total = steps * args.epochs
warmup = total // 10
schedule = keras.optimizers.schedules.CosineDecay(
    initial_learning_rate=0.0,
    warmup_target=args.lr,
    warmup_steps=warmup,
    decay_steps=total - warmup,
)

model = keras.Sequential(
    [
        keras.Input((LENGTH, 1)),
        layers.Conv1D(24, 7, activation="relu"),
        layers.MaxPooling1D(2),
        layers.Conv1D(32, 5, activation="relu"),
        layers.MaxPooling1D(2),
        layers.Conv1D(48, 3, activation="relu"),
        layers.GlobalMaxPooling1D(),
        layers.Dropout(0.2),
        layers.Dense(3, activation="softmax"),
    ]
)
model.compile(
    optimizer=keras.optimizers.AdamW(schedule, weight_decay=1e-3, global_clipnorm=1.0),
    loss=keras.losses.CategoricalCrossentropy(label_smoothing=0.05),
    metrics=["accuracy"],
)
model.fit(
    train_ds,
    steps_per_epoch=steps,
    epochs=args.epochs,
    validation_data=val_ds,
    callbacks=[
        keras.callbacks.ModelCheckpoint(
            "out/hc15/best.weights.h5",
            monitor="val_accuracy",
            mode="max",
            save_best_only=True,
            save_weights_only=True,
        )
    ],
    verbose=2,
)
print("steps taken:", int(model.optimizer.iterations), "of", total)
model.load_weights("out/hc15/best.weights.h5")
print("test:", model.evaluate(test_ds, verbose=0, return_dict=True))
