"""How long does a pump live?  Discrete-time hazards with censored rows, in Keras."""
from typing import NamedTuple

import keras
import numpy as np
from keras import layers, ops

BINS = 12


class Pumps(NamedTuple):
    x: np.ndarray
    time: np.ndarray      # time of failure, or the last time the pump was seen working
    failed: np.ndarray    # True: failure seen

    def rows(self, index):
        return Pumps(self.x[index], self.time[index], self.failed[index])


def simulate(n, rng):
    load, heat, sand = rng.uniform(0, 1, n), rng.normal(40, 12, n), rng.exponential(1.0, n)
    maker = rng.integers(0, 3, n)
    log_risk = 1.6 * load + 0.05 * (heat - 40) + 0.5 * np.minimum(sand, 3) + np.array([0.0, -0.7, 0.5])[maker]
    life = 60.0 * (rng.exponential(1.0, n) / np.exp(log_risk - 1.0)) ** (1 / 1.6)
    seen = rng.uniform(10, 120, n)  # observation ends for reasons that have nothing to do with the pump
    x = np.column_stack([load, heat, sand, np.eye(3)[maker]]).astype("float32")
    return Pumps(x, np.minimum(life, seen), life <= seen)


def encode(pumps, edges):
    """(n, 2*BINS): first the exposure in each bin, then "failed in this bin"."""
    which = np.searchsorted(edges, pumps.time, side="left")  # BINS means: later than the last edge
    grid = np.arange(BINS)[None, :]
    here = grid == which[:, None]
    # as in an actuarial life table: a pump lost from sight inside a bin counts there with half a bin of exposure
    event = here & pumps.failed[:, None]
    at_risk = (grid < which[:, None]) + 1.0 * event + 0.5 * (here & ~pumps.failed[:, None])
    return np.concatenate([at_risk, event], axis=1).astype("float32")


def hazard_loss(target, logits):
    at_risk, event = target[:, :BINS], target[:, BINS:]
    return ops.sum(at_risk * (ops.softplus(logits) - event * logits), axis=-1)


def concordance(time, failed, risk):
    """Harrell's C: of all pairs whose order is known, how many has the risk in the right order?"""
    earlier = failed[:, None] & (time[:, None] < time[None, :])
    higher = (risk[:, None] > risk[None, :]) + 0.5 * (risk[:, None] == risk[None, :])
    return float((higher * earlier).sum() / earlier.sum())


def risk_of(model, x):
    hazard = 1.0 / (1.0 + np.exp(-model.predict(x, verbose=0).astype("float64")))
    survival = np.cumprod(1.0 - hazard, axis=1)
    return -survival.sum(axis=1), survival


def main():
    keras.utils.set_random_seed(17)
    rng = np.random.default_rng(17)
    everything = simulate(4000, rng)
    index = rng.permutation(4000)
    train, val, test = (everything.rows(i) for i in np.split(index, [2400, 3200]))
    print(f"failures seen: {train.failed.mean():.2f} of the training rows")

    # up to the 90 % quantile of the training failures; whatever lives longer has survived all the bins
    edges = np.quantile(train.time[train.failed], 0.9 * np.arange(1, BINS + 1) / BINS)

    norm = layers.Normalization()
    norm.adapt(train.x)
    model = keras.Sequential([
        keras.Input((train.x.shape[1],)),
        norm,
        layers.Dense(32, activation="relu"),
        layers.Dense(32, activation="relu"),
        layers.Dense(BINS, bias_initializer=keras.initializers.Constant(-2.0)),
    ])
    model.compile(optimizer=keras.optimizers.Adam(2e-3), loss=hazard_loss)
    model.fit(
        train.x, encode(train, edges),
        validation_data=(val.x, encode(val, edges)),
        epochs=60, batch_size=64, verbose=0,
        callbacks=[
            keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True),
            keras.callbacks.CSVLogger(make_folder("out/jf11") + "/history.csv"),
        ],
    )

    for name, part in (("validation", val), ("test", test)):
        print(f"{name}: C-index {concordance(part.time, part.failed, risk_of(model, part.x)[0]):.3f} (chance 0.5)")

    # the same likelihood with one hazard curve for every pump (life table of the training rows)
    y = encode(train, edges)
    flat = y[:, BINS:].sum(0) / y[:, :BINS].sum(0)
    flat = np.clip(flat, 1e-6, 1 - 1e-6)
    flat_logit = np.tile(np.log(flat / (1 - flat)), (len(test.x), 1)).astype("float32")
    base = float(ops.mean(hazard_loss(ops.convert_to_tensor(encode(test, edges)), ops.convert_to_tensor(flat_logit))))
    print(f"test loss {model.evaluate(test.x, encode(test, edges), verbose=0):.3f}, life table {base:.3f}")


def make_folder(path):
    import os
    os.makedirs(path, exist_ok=True)
    return path


if __name__ == "__main__":
    main()
