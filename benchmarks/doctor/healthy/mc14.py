"""Delivery times as an interval: Keras model for the 10/50/90 % quantiles, own layer, loss, metric and
PyDataset, saved as .keras and read back before the final numbers."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

from dataclasses import dataclass
from pathlib import Path

import keras
import numpy as np
from keras import ops

QUANTILES = (0.1, 0.5, 0.9)

@keras.saving.register_keras_serializable(package="eta")
class Ordered(keras.layers.Layer):
    """Last axis comes out ascending, so the quantiles cannot cross."""

    def call(self, h):
        low, steps = h[:, :1], ops.softplus(h[:, 1:])
        return ops.concatenate([low, low + ops.cumsum(steps, axis=1)], axis=1)

    def compute_output_shape(self, input_shape):
        return input_shape

@keras.saving.register_keras_serializable(package="eta")
class Pinball(keras.losses.Loss):
    def __init__(self, quantiles=QUANTILES, name="pinball", **kwargs):
        super().__init__(name=name, **kwargs)
        self.quantiles = tuple(quantiles)

    def call(self, y_true, y_pred):
        q = ops.convert_to_tensor(self.quantiles, dtype=y_pred.dtype)
        e = ops.cast(y_true, y_pred.dtype) - y_pred             # (rows, 1) against (rows, quantiles)
        return ops.mean(ops.maximum(q * e, (q - 1) * e), axis=-1)

    def get_config(self):
        return {**super().get_config(), "quantiles": list(self.quantiles)}

@keras.saving.register_keras_serializable(package="eta")
class Coverage(keras.metrics.Metric):
    """Share of rows inside the outer quantiles."""

    def __init__(self, name="coverage", **kwargs):
        super().__init__(name=name, **kwargs)
        self.inside = self.add_weight(name="inside", shape=(), initializer="zeros")
        self.rows = self.add_weight(name="rows", shape=(), initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        y = ops.cast(y_true[:, 0], y_pred.dtype)
        hit = ops.logical_and(y >= y_pred[:, 0], y <= y_pred[:, -1])
        self.inside.assign_add(ops.sum(ops.cast(hit, "float32")))
        self.rows.assign_add(ops.sum(ops.cast(ops.ones_like(y), "float32")))

    def result(self):
        return self.inside / ops.maximum(self.rows, 1.0)

class Trips(keras.utils.PyDataset):
    def __init__(self, x, y, batch, seed=None, **kwargs):
        super().__init__(**kwargs)
        self.x, self.y, self.batch = x, y, batch
        self.rng = None if seed is None else np.random.default_rng(seed)
        self.order = np.arange(len(x))
        self.on_epoch_end()

    def __len__(self):
        return -(-len(self.x) // self.batch)

    def __getitem__(self, i):
        rows = self.order[i * self.batch:(i + 1) * self.batch]
        return self.x[rows], self.y[rows]

    def on_epoch_end(self):
        if self.rng is not None:
            self.rng.shuffle(self.order)

@dataclass
class Run:
    rows: int = 8000
    batch: int = 128
    epochs: int = 30
    lr: float = 2e-3
    seed: int = 2
    folder: Path = Path("out/mc14")

    def simulate(self):
        g = np.random.default_rng(self.seed)
        km, hour = g.gamma(2.0, 3.0, self.rows), g.uniform(0, 24, self.rows)
        rain, stops = g.integers(0, 2, self.rows), g.integers(1, 6, self.rows)
        rush = np.exp(-((hour - 8) / 1.5) ** 2) + np.exp(-((hour - 17.5) / 2) ** 2)
        minutes = 4 + 2 * km * (1 + 0.8 * rush + 0.2 * rain) + 3 * stops
        minutes = minutes * g.lognormal(0, 0.08 + 0.15 * rush)
        clock = 2 * np.pi * hour / 24
        x = np.column_stack([km, np.sin(clock), np.cos(clock), rain, stops]).astype("float32")
        return x, (minutes[:, None] / 60).astype("float32")                 # hours

    def build(self, x_train):
        norm = keras.layers.Normalization()
        norm.adapt(x_train)
        inputs = keras.Input((x_train.shape[1],))
        h = norm(inputs)
        for _ in range(3):
            h = keras.layers.Dense(64, activation="swish")(h)
        model = keras.Model(inputs, Ordered()(keras.layers.Dense(len(QUANTILES))(h)))
        model.compile(optimizer=keras.optimizers.Adam(self.lr), loss=Pinball(), metrics=[Coverage()])
        return model

    def __call__(self):
        keras.utils.set_random_seed(self.seed)
        self.folder.mkdir(parents=True, exist_ok=True)
        x, y = self.simulate()                                              # independent rows
        a, b = int(0.7 * self.rows), int(0.85 * self.rows)
        model = self.build(x[:a])
        path = str(self.folder / "eta.keras")
        model.fit(Trips(x[:a], y[:a], self.batch, seed=self.seed), validation_data=Trips(x[a:b], y[a:b], 512),
                  epochs=self.epochs, verbose=2, callbacks=[
                      keras.callbacks.ModelCheckpoint(path, monitor="val_loss", mode="min", save_best_only=True),
                      keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.3, patience=3),
                      keras.callbacks.EarlyStopping(monitor="val_loss", patience=8)])
        best = keras.models.load_model(path)
        got = best.evaluate(Trips(x[b:], y[b:], 512), return_dict=True, verbose=0)
        fixed = np.tile(np.quantile(y[:a], QUANTILES), (len(x) - b, 1)).astype("float32")
        naive = float(Pinball()(y[b:], fixed))
        print(f"test pinball {got['loss']:.4f} h (fixed quantiles {naive:.4f}), coverage {got['coverage']:.3f}, wanted 0.8")

if __name__ == "__main__":
    Run()()
