"""Wafer maps: which pattern do the failing dies form, and what will the final yield be?

One network, two inputs (map, process values), two outputs.  Wafers of one lot went through the
same tools on the same day, so lots are kept whole.
"""
from dataclasses import dataclass, field
from pathlib import Path

import keras
import numpy as np
from keras import layers

PATTERNS = ("random", "centre", "ring", "scratch")
GRID = 16


@dataclass
class Wafers:
    maps: list = field(default_factory=list)
    process: list = field(default_factory=list)
    pattern: list = field(default_factory=list)
    yields: list = field(default_factory=list)

    def frozen(self):
        return (np.array(self.maps, dtype="float32")[..., None], np.array(self.process, dtype="float32"),
                np.array(self.pattern, dtype="int32"), np.array(self.yields, dtype="float32"))


def fail_probability(kind, rng):
    yy, xx = np.mgrid[:GRID, :GRID] - (GRID - 1) / 2
    r = np.hypot(xx, yy)
    p = np.full((GRID, GRID), 0.04)
    if kind == 1:
        p += 0.7 * np.exp(-((r / rng.uniform(2.0, 3.5)) ** 2))
    elif kind == 2:
        p += 0.6 * np.exp(-(((r - rng.uniform(5.5, 7.0)) / 0.9) ** 2))
    elif kind == 3:
        angle, off = rng.uniform(0, np.pi), rng.uniform(-3, 3)
        p += 0.8 * (np.abs(xx * np.sin(angle) - yy * np.cos(angle) - off) < 0.8)
    return np.where(r <= GRID / 2, p, 0.0)


def make_lots(lots, rng, per_lot=20):
    w = Wafers()
    for _ in range(lots):
        pressure, tool_age = rng.normal(50, 4), rng.uniform(0, 12)
        for _ in range(per_lot):
            kind = int(rng.integers(4))
            dies = rng.random((GRID, GRID)) < fail_probability(kind, rng)
            temperature = rng.normal(350, 6)
            late = 0.006 * tool_age + 0.0008 * (pressure - 50) ** 2 + 0.0004 * (temperature - 350) ** 2
            usable = 100 * (1 - dies.sum() / 208) * np.exp(-late) + rng.normal(0, 0.8)
            w.maps.append(dies)
            w.process.append([pressure, tool_age, temperature])
            w.pattern.append(kind)
            w.yields.append(usable)
    return w.frozen()


def build(process_train):
    map_in = keras.Input((GRID, GRID, 1), name="map")
    process_in = keras.Input((3,), name="process")
    c = layers.Conv2D(16, 3, padding="same", activation="relu")(map_in)
    c = layers.MaxPooling2D()(c)
    c = layers.Conv2D(32, 3, padding="same", activation="relu")(c)
    c = layers.MaxPooling2D()(c)
    c = layers.Dense(64, activation="relu")(layers.Flatten()(c))
    scaler = layers.Normalization()
    scaler.adapt(process_train)
    q = layers.Dense(32, activation="relu")(scaler(process_in))
    share = layers.Flatten()(layers.GlobalAveragePooling2D()(map_in))     # failing dies per map
    both = layers.Concatenate()([c, q, share])
    pattern = layers.Dense(len(PATTERNS), name="pattern")(layers.Dropout(0.2)(c))
    yield_out = layers.Dense(1, name="yield")(layers.Dense(32, activation="relu")(both))
    return keras.Model({"map": map_in, "process": process_in},
                       {"pattern": pattern, "yield": yield_out})


def main(out=Path("out/md14")):
    keras.utils.set_random_seed(14)
    rng = np.random.default_rng(14)
    train, val, test = (make_lots(n, rng) for n in (110, 25, 35))
    y_mean, y_std = float(train[3].mean()), float(train[3].std())

    def pack(part):
        maps, process, pattern, yields = part
        return ({"map": maps, "process": process},
                {"pattern": pattern[:, None], "yield": ((yields - y_mean) / y_std)[:, None]})

    model = build(train[1])
    model.compile(
        optimizer=keras.optimizers.Adam(1.5e-3),
        loss={"pattern": keras.losses.SparseCategoricalCrossentropy(from_logits=True), "yield": "mse"},
        loss_weights={"pattern": 1.0, "yield": 1.0},
        metrics={"pattern": ["sparse_categorical_accuracy"], "yield": ["mae"]})
    x, y = pack(train)
    model.fit(x, y, validation_data=pack(val), epochs=25, batch_size=64, verbose=2,
              callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", mode="min", patience=5,
                                                       restore_best_weights=True)])
    out.mkdir(parents=True, exist_ok=True)
    model.save(out / "wafers.keras")

    answer = model.predict(pack(test)[0], verbose=0)
    kinds = answer["pattern"].argmax(axis=1)
    points = answer["yield"][:, 0] * y_std + y_mean
    print("\n35 lots kept for the end")
    print(f"pattern: accuracy {np.mean(kinds == test[2]):.3f}, "
          f"always the most frequent {np.mean(test[2] == np.bincount(train[2]).argmax()):.3f}")
    for k, name in enumerate(PATTERNS):
        print(f"   {name:8s} recall {np.mean(kinds[test[2] == k] == k):.3f}")
    error, naive = points - test[3], y_mean - test[3]
    print(f"yield: MAE {np.abs(error).mean():.2f} points, training mean {np.abs(naive).mean():.2f}; "
          f"R2 {1 - (error ** 2).sum() / ((test[3] - test[3].mean()) ** 2).sum():.3f}")


if __name__ == "__main__":
    main()
