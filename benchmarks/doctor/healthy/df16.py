"""Machines: a window of readings and a few fixed facts -> state (3 classes) and load.

The load was not measured for every machine; those rows have weight 0 for that output.
"""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import math

import numpy as np
import keras
from keras import layers

OUT = "out/df16"
STEPS, CHANNELS, FACTS = 20, 3, 4


def simulate(n, rng):
    facts = rng.normal(size=(n, FACTS)).astype("float32")
    state = rng.choice(3, size=n, p=[0.7, 0.2, 0.1])
    t = np.arange(STEPS)[None, :, None]
    speed = np.array([0.3, 0.7, 1.2])[state][:, None, None]
    phase = rng.uniform(0, 2 * np.pi, size=(n, 1, CHANNELS))
    window = np.sin(speed * t + phase) + rng.normal(0, 0.2, (n, STEPS, CHANNELS))
    load = 50 + 8 * facts[:, 0] - 5 * facts[:, 1] * facts[:, 2] + 6 * state + rng.normal(0, 1, n)
    measured = rng.random(n) < 0.8
    load = np.where(measured, load, 0.0)
    return window.astype("float32"), facts, state.astype("int32"), load.astype("float32"), measured


class Machines(keras.utils.PyDataset):
    def __init__(self, rows, state_weight, load_stats, batch_size, training, seed=0, **kwargs):
        super().__init__(**kwargs)
        self.window, self.facts, self.state, load, self.measured = rows
        mean, std = load_stats
        self.load = (load - mean) / std
        self.state_weight = state_weight
        self.batch_size, self.training = batch_size, training
        self.order = np.arange(len(self.state))
        self.rng = np.random.default_rng(seed)
        if training:
            self.rng.shuffle(self.order)

    def __len__(self):
        return math.ceil(len(self.order) / self.batch_size)

    def __getitem__(self, i):
        idx = self.order[i * self.batch_size : (i + 1) * self.batch_size]
        x = {"window": self.window[idx], "facts": self.facts[idx]}
        y = {"state": self.state[idx], "load": self.load[idx, None]}
        w = {
            "state": self.state_weight[self.state[idx]],
            "load": self.measured[idx].astype("float32"),
        }
        return x, y, w

    def on_epoch_end(self):
        if self.training:
            self.rng.shuffle(self.order)


def build():
    window = keras.Input((STEPS, CHANNELS), name="window")
    facts = keras.Input((FACTS,), name="facts")
    a = layers.Conv1D(24, 5, activation="relu")(window)
    a = layers.Conv1D(24, 5, activation="relu")(a)
    a = layers.GlobalMaxPooling1D()(a)
    b = layers.Dense(32, activation="relu")(facts)
    h = layers.Concatenate()([a, b])
    h = layers.Dense(48, activation="relu")(h)
    outputs = {
        "state": layers.Dense(3, activation="softmax", name="state")(h),
        "load": layers.Dense(1, name="load")(h),
    }
    return keras.Model({"window": window, "facts": facts}, outputs)


def main():
    os.makedirs(OUT, exist_ok=True)
    keras.utils.set_random_seed(16)
    rng = np.random.default_rng(16)
    train_rows, val_rows, test_rows = simulate(3000, rng), simulate(600, rng), simulate(600, rng)

    counts = np.bincount(train_rows[2], minlength=3)
    state_weight = (counts.sum() / (3 * counts)).astype("float32")
    known = train_rows[3][train_rows[4]]
    stats = (known.mean(), known.std())

    train = Machines(train_rows, state_weight, stats, 64, training=True)
    val = Machines(val_rows, state_weight, stats, 256, training=False)
    test = Machines(test_rows, state_weight, stats, 256, training=False)

    model = build()
    model.compile(
        optimizer=keras.optimizers.Adam(2e-3),
        loss={"state": "sparse_categorical_crossentropy", "load": keras.losses.Huber()},
        loss_weights={"state": 1.0, "load": 1.0},
        weighted_metrics={"state": ["accuracy"], "load": ["mae"]},
    )
    callbacks = [
        keras.callbacks.ReduceLROnPlateau("val_loss", factor=0.5, patience=3, mode="min"),
        keras.callbacks.EarlyStopping("val_loss", mode="min", patience=7, restore_best_weights=True),
    ]
    model.fit(train, validation_data=val, epochs=25, callbacks=callbacks, verbose=2)

    result = model.evaluate(test, verbose=0, return_dict=True)
    print("test (classes balanced by weight):", result)
    print("load, in units:", result["load_mae"] * stats[1])
    model.save(f"{OUT}/machines.keras")


if __name__ == "__main__":
    main()
