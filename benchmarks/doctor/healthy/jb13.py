"""Intervals instead of points: a quantile network with its own loss, metric and callback."""
import keras
import numpy as np
from keras import ops

QUANTILES = (0.1, 0.5, 0.9)


class Pinball(keras.losses.Loss):
    """Mean pinball loss; y_true is (batch, 1), y_pred is (batch, number of quantiles)."""

    def __init__(self, quantiles, name="pinball"):
        super().__init__(name=name)
        self.quantiles = quantiles

    def call(self, y_true, y_pred):
        q = ops.convert_to_tensor(self.quantiles, dtype=y_pred.dtype)
        err = ops.cast(y_true, y_pred.dtype) - y_pred
        return ops.mean(ops.maximum(q * err, (q - 1.0) * err), axis=-1)


class Coverage(keras.metrics.Metric):
    """Share of targets between the lowest and the highest quantile."""

    def __init__(self, name="coverage", **kw):
        super().__init__(name=name, **kw)
        self.inside = self.add_weight(name="inside", initializer="zeros")
        self.seen = self.add_weight(name="seen", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        y = ops.cast(y_true[:, 0], y_pred.dtype)
        hit = ops.cast(ops.logical_and(y >= y_pred[:, 0], y <= y_pred[:, -1]), self.dtype)
        weight = ops.ones_like(hit) if sample_weight is None else ops.reshape(
            ops.cast(sample_weight, self.dtype), (-1,))
        self.inside.assign_add(ops.sum(hit * weight))
        self.seen.assign_add(ops.sum(weight))

    def result(self):
        return self.inside / ops.maximum(self.seen, 1.0)


class EveryTenth(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if (epoch + 1) % 10 == 0:
            parts = "  ".join(f"{k} {v:.3f}" for k, v in (logs or {}).items())
            print(f"epoch {epoch + 1:3d}  {parts}")


def ordered_quantiles(raw):
    """lowest, then non-negative steps up: the quantiles can't cross."""
    low, steps = raw[:, :1], ops.softplus(raw[:, 1:])
    return ops.concatenate([low, low + ops.cumsum(steps, axis=1)], axis=1)


def sample(n, rng):
    x = rng.uniform(-2, 2, (n, 3))
    centre = np.sin(2 * x[:, 0]) + 0.5 * x[:, 1]
    spread = 0.1 + 0.4 * np.abs(x[:, 2])
    y = centre + spread * rng.standard_normal(n)
    return x.astype("float32"), y.astype("float32")[:, None]


def pinball_np(y, pred):
    q = np.array(QUANTILES)
    err = y - pred
    return float(np.maximum(q * err, (q - 1) * err).mean())


keras.utils.set_random_seed(9)
rng = np.random.default_rng(9)
x_train, y_train = sample(4000, rng)
x_val, y_val = sample(1000, rng)
x_test, y_test = sample(2000, rng)

inputs = keras.Input((3,))
h = keras.layers.Dense(64, activation="silu")(inputs)
h = keras.layers.Dense(64, activation="silu")(h)
raw = keras.layers.Dense(len(QUANTILES))(h)
outputs = keras.layers.Lambda(ordered_quantiles, output_shape=(len(QUANTILES),))(raw)
model = keras.Model(inputs, outputs)

model.compile(optimizer=keras.optimizers.Adam(3e-3), loss=Pinball(QUANTILES), metrics=[Coverage()])
model.fit(
    x_train, y_train, validation_data=(x_val, y_val), batch_size=128, epochs=60, verbose=0,
    callbacks=[
        EveryTenth(),
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.3, patience=5),
        keras.callbacks.EarlyStopping(monitor="val_loss", patience=12, restore_best_weights=True),
    ],
)

pred = model.predict(x_test, batch_size=512, verbose=0)
constant = np.quantile(y_train, QUANTILES)[None, :].repeat(len(y_test), axis=0)
inside = np.mean((y_test[:, 0] >= pred[:, 0]) & (y_test[:, 0] <= pred[:, -1]))
print(f"test pinball  network {pinball_np(y_test, pred):.4f}   training quantiles {pinball_np(y_test, constant):.4f}")
print(f"test coverage {inside:.3f} (nominal {QUANTILES[-1] - QUANTILES[0]:.1f})"
      f"   mean width {np.mean(pred[:, -1] - pred[:, 0]):.2f}"
      f" vs {constant[0, -1] - constant[0, 0]:.2f} for the constant interval")
