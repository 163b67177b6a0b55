# Next-hour forecast with a residual head, compared with two naive forecasts.
import os

import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(2)
os.makedirs("out/hc11", exist_ok=True)

WINDOW, BATCH = 48, 128


def series(n=6000):
    rng = np.random.default_rng(2)
    t = np.arange(n)
    noise = np.zeros(n)
    for i in range(1, n):
        noise[i] = 0.6 * noise[i - 1] + rng.normal(0, 0.8)
    return (20 + 6 * np.sin(2 * np.pi * t / 24) + 2 * np.sin(2 * np.pi * t / 12 + 1) + noise).astype(
        "float32"
    )


raw = series()
i, j = int(len(raw) * 0.7), int(len(raw) * 0.85)
mean, std = raw[:i].mean(), raw[:i].std()
scaled = (raw - mean) / std
# in the order of time; no window reaches over a border
parts = {"train": scaled[:i], "val": scaled[i:j], "test": scaled[j:]}


def make_dataset(values, shuffle=False):
    # window k covers values[k] ... values[k + WINDOW - 1], target values[k + WINDOW]
    return keras.utils.timeseries_dataset_from_array(
        data=values[:-1].reshape(-1, 1),
        targets=values[WINDOW:].reshape(-1, 1),
        sequence_length=WINDOW,
        batch_size=BATCH,
        shuffle=shuffle,
        seed=2,
    )


# each window is complete in itself, so their order may be shuffled in training
train_ds = make_dataset(parts["train"], shuffle=True)
val_ds = make_dataset(parts["val"])
test_ds = make_dataset(parts["test"])

inp = keras.Input((WINDOW, 1))
h = layers.GRU(24)(inp)
h = layers.Dense(16, activation="relu")(h)
delta = layers.Dense(1)(h)
last = inp[:, -1, :]
model = keras.Model(inp, layers.Add()([last, delta]))

model.compile(
    optimizer=keras.optimizers.Adam(5e-3, clipnorm=1.0),
    loss=keras.losses.Huber(),
    metrics=[keras.metrics.MeanAbsoluteError(name="mae")],
)
model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=10,
    callbacks=[
        keras.callbacks.EarlyStopping("val_mae", mode="min", patience=3, restore_best_weights=True),
        keras.callbacks.CSVLogger("out/hc11/log.csv"),
    ],
    verbose=2,
)

result = model.evaluate(test_ds, return_dict=True, verbose=0)
test = parts["test"]
truth = test[WINDOW:]
print(f"model          MAE {result['mae'] * std:.3f}")
print(f"last value     MAE {np.abs(truth - test[WINDOW - 1:-1]).mean() * std:.3f}")
print(f"same hour -24h MAE {np.abs(truth - test[WINDOW - 24:-24]).mean() * std:.3f}")
