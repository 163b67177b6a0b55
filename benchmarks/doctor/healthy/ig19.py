"""Load of a small grid six hours ahead: windows split in time, normalisation from the past, a resumed run."""
import os

os.environ["KERAS_BACKEND"] = "tensorflow"

from pathlib import Path

import keras
import numpy as np
from keras import layers

OUT = Path("out/ig19")
OUT.mkdir(parents=True, exist_ok=True)
LAST, BEST = OUT / "last.keras", OUT / "best.keras"
PAST, AHEAD, FIRST_PART, EPOCHS = 48, 6, 4, 12

keras.utils.set_random_seed(23)
rng = np.random.default_rng(23)
hours = np.arange(5000)
temperature = 12 + 8 * np.sin(2 * np.pi * hours / 24 - 2) + np.convolve(rng.normal(size=5000), np.ones(12) / 3, "same")
load = (300 + 60 * np.sin(2 * np.pi * hours / 24) + 25 * np.sin(2 * np.pi * hours / 12 + 0.5)
        - 3 * (temperature - 12) + rng.normal(0, 5, 5000))
table = np.stack([load, temperature], axis=1).astype("float32")

bounds = {"train": (0, 3500), "val": (3500, 4200), "test": (4200, 5000)}
past_load = table[slice(*bounds["train"]), 0]
mean, std = float(past_load.mean()), float(past_load.std())


def windows(name, shuffle=False):
    """The parts do not share a row, so no window reaches over a boundary."""
    rows = table[slice(*bounds[name])]
    # the window that starts at row i covers i .. i+PAST-1; its target lies AHEAD rows after its last row
    targets = (rows[PAST - 1 + AHEAD:, 0] - mean) / std
    return keras.utils.timeseries_dataset_from_array(
        rows[:-AHEAD], targets, sequence_length=PAST, batch_size=64, shuffle=shuffle, seed=23)


train, val, test = windows("train", shuffle=True), windows("val"), windows("test")


def build():
    norm = layers.Normalization(axis=-1)
    norm.adapt(table[slice(*bounds["train"])])
    inp = keras.Input((PAST, 2))
    h = norm(inp)
    h = layers.Conv1D(32, 5, activation="relu", padding="causal")(h)
    h = layers.Conv1D(32, 5, strides=2, activation="relu", padding="causal")(h)
    h = layers.Flatten()(h)
    h = layers.Dense(32, activation="relu")(h)
    model = keras.Model(inp, layers.Dense(1)(h))
    steps = EPOCHS * len(train)  # of both parts together; the optimizer's counter is saved with the model
    model.compile(optimizer=keras.optimizers.Adam(keras.optimizers.schedules.CosineDecay(2e-3, steps)),
                  loss=keras.losses.Huber(), metrics=["mae"])
    return model


best = keras.callbacks.ModelCheckpoint(BEST, monitor="val_mae", mode="min", save_best_only=True)

model = build()
model.fit(train, validation_data=val, epochs=FIRST_PART, callbacks=[best], verbose=2)
model.save(LAST)
done = int(model.optimizer.iterations.numpy())
del model

# a later day: the optimizer's state and the place in the schedule come back with the file
model = keras.models.load_model(LAST)
assert int(model.optimizer.iterations.numpy()) == done
# the same callback goes on, so a worse epoch cannot overwrite the best of the first part
model.fit(train, validation_data=val, epochs=EPOCHS, initial_epoch=FIRST_PART, callbacks=[best], verbose=2)

model = keras.models.load_model(BEST)
_, mae = model.evaluate(test, verbose=0)
rows = table[slice(*bounds["test"]), 0]
gold = rows[PAST - 1 + AHEAD:]
yesterday = rows[PAST - 1 + AHEAD - 24:-24]
print(f"test MAE {mae * std:.2f}   the same hour of the day before {np.abs(gold - yesterday).mean():.2f}")
