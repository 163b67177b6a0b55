"""Intervals from pinball loss vs. intervals from a constant-width Gaussian: who covers what, and where?

Heteroscedastic toy: the noise grows with x. Both aim at 80 % coverage.
"""
import argparse
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
import numpy as np
from keras import ops

QUANTILES = (0.1, 0.5, 0.9)
Z90 = 1.2815516


def simulate(n, rng):
    x = rng.uniform(0, 4, (n, 1))
    spread = 0.1 + 0.3 * x
    y = np.sin(2 * x) + x + spread * rng.standard_normal((n, 1))
    return x.astype("float32"), y.astype("float32")


@keras.saving.register_keras_serializable("nd14")
class Pinball(keras.losses.Loss):
    """y_true (n, 1) against one column per quantile."""

    def __init__(self, quantiles, name="pinball", **kw):
        super().__init__(name=name, **kw)
        self.quantiles = tuple(quantiles)

    def call(self, y_true, y_pred):
        q = ops.convert_to_tensor(self.quantiles, dtype=y_pred.dtype)
        diff = y_true - y_pred
        return ops.mean(ops.maximum(q * diff, (q - 1.0) * diff), axis=-1)

    def get_config(self):
        return {**super().get_config(), "quantiles": self.quantiles}


def network(outputs, stats):
    mean, var = stats
    return keras.Sequential([
        keras.Input((1,)),
        keras.layers.Normalization(mean=mean, variance=var),
        keras.layers.Dense(64, activation="silu"),
        keras.layers.Dense(64, activation="silu"),
        keras.layers.Dense(outputs),
    ])


def fit(model, loss, train, val, epochs):
    model.compile(optimizer=keras.optimizers.Adam(3e-3), loss=loss)
    callbacks = [
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.3, patience=5, min_lr=1e-5),
        keras.callbacks.EarlyStopping(monitor="val_loss", patience=12, restore_best_weights=True),
    ]
    h = model.fit(*train, validation_data=val, epochs=epochs, batch_size=64, callbacks=callbacks, verbose=0)
    print(f"{model.name}: {len(h.history['loss'])} epochs, best validation loss {min(h.history['val_loss']):.4f}")
    return model


def report(name, lo, hi, x, y):
    inside = (y >= lo) & (y <= hi)
    left, right = x < 1, x > 3
    print(f"{name:22s} coverage {inside.mean():.3f}  (x<1: {inside[left].mean():.3f}, x>3: {inside[right].mean():.3f})"
          f"  mean width {np.mean(hi - lo):.2f}")


def pinball(y, p, q):
    d = y - p
    return float(np.mean(np.maximum(q * d, (q - 1) * d)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--seed", type=int, default=21)
    opts = parser.parse_args()

    keras.utils.set_random_seed(opts.seed)
    rng = np.random.default_rng(opts.seed)
    train, val, test = simulate(3000, rng), simulate(1000, rng), simulate(4000, rng)
    stats = (float(train[0].mean()), float(train[0].var()))

    quantile_net = fit(network(3, stats), Pinball(QUANTILES), train, val, opts.epochs)
    mean_net = fit(network(1, stats), "mse", train, val, opts.epochs)

    x, y = test
    # crossing quantiles are sorted, which never makes the pinball loss worse
    q = np.sort(quantile_net.predict(x, verbose=0), axis=1)
    m = mean_net.predict(x, verbose=0)
    sigma = float(np.std(val[1] - mean_net.predict(val[0], verbose=0)))     # from validation residuals

    print("\non the test rows, aim 0.800:")
    report("pinball", q[:, :1], q[:, 2:], x, y)
    report("mse +- 1.28 sigma", m - Z90 * sigma, m + Z90 * sigma, x, y)
    base = np.quantile(train[1], QUANTILES)
    report("training quantiles", np.full_like(y, base[0]), np.full_like(y, base[2]), x, y)

    print("\nmean pinball loss of the three quantiles:")
    gauss = [m - Z90 * sigma, m, m + Z90 * sigma]
    for name, cols in (("pinball", [q[:, i:i + 1] for i in range(3)]), ("mse +- 1.28 sigma", gauss),
                       ("training quantiles", [np.full_like(y, b) for b in base])):
        print(f"{name:22s} {np.mean([pinball(y, c, t) for c, t in zip(cols, QUANTILES)]):.4f}")
