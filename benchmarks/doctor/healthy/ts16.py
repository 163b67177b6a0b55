"""Forecast the next 24 hours of an hourly series from the last 48, with chronological splits and a seasonal baseline."""
import os
import tempfile

import numpy as np
import pandas as pd
import tensorflow as tf

tf.keras.utils.set_random_seed(31)
PAST, FUTURE = 48, 24

# two channels: load (to be forecast) and temperature
rng = np.random.default_rng(31)
index = pd.date_range("2023-01-01", periods=24 * 160, freq="h")
hour, day = index.hour.to_numpy(), np.arange(len(index)) / 24
weather = np.convolve(rng.normal(size=len(index) + 71), np.ones(72) / 72, mode="valid") * 25
temperature = 12 + 6 * np.sin(2 * np.pi * (hour - 9) / 24) + weather
load = (300 + 60 * np.sin(2 * np.pi * (hour - 6) / 24) * np.where(index.day_of_week < 5, 1.0, 0.4)
        - 8 * weather + 5 * rng.normal(size=len(index)))
weekend = (index.day_of_week >= 5).astype(float)
frame = pd.DataFrame({"load": load, "temperature": temperature, "weekend": weekend,
                      "sin": np.sin(2 * np.pi * hour / 24), "cos": np.cos(2 * np.pi * hour / 24)}, index=index)

n = len(frame)
train, val, test = frame[:int(0.7 * n)], frame[int(0.7 * n):int(0.85 * n)], frame[int(0.85 * n):]
scaled = ["load", "temperature"]
mean, std = train[scaled].mean(), train[scaled].std()


def normalise(df):
    df = df.copy()
    df[scaled] = (df[scaled] - mean) / std
    return df.to_numpy("float32")


def windows(df, shuffle):
    """Every window lies inside one split: 48 hours of all channels -> the 24 loads that follow."""
    ds = tf.keras.utils.timeseries_dataset_from_array(
        normalise(df), targets=None, sequence_length=PAST + FUTURE, sequence_stride=1, batch_size=64,
        shuffle=shuffle, seed=31)
    return ds.map(lambda w: (w[:, :PAST], w[:, PAST:, 0])).prefetch(tf.data.AUTOTUNE)


train_ds, val_ds, test_ds = windows(train, True), windows(val, False), windows(test, False)

inputs = tf.keras.Input((PAST, frame.shape[1]))
x = tf.keras.layers.Conv1D(24, 4, strides=2, activation="relu", padding="causal")(inputs)
x = tf.keras.layers.GRU(32)(x)
outputs = tf.keras.layers.Dense(FUTURE)(x)
model = tf.keras.Model(inputs, outputs)

ckpt = os.path.join(tempfile.mkdtemp(), "best.weights.h5")
model.compile(optimizer="adam", loss=tf.keras.losses.MeanSquaredError(), metrics=["mae"])
history = model.fit(train_ds, validation_data=val_ds, epochs=12, verbose=0, callbacks=[
    tf.keras.callbacks.ModelCheckpoint(ckpt, monitor="val_loss", save_best_only=True, save_weights_only=True),
    tf.keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.3, patience=2),
    tf.keras.callbacks.TerminateOnNaN(),
])
model.load_weights(ckpt)
print("best epoch", int(np.argmin(history.history["val_loss"])) + 1, "of", len(history.epoch))

x_all = np.concatenate([x for x, _ in test_ds])
y_all = np.concatenate([y for _, y in test_ds])
to_units = lambda z: z * std["load"] + mean["load"]
mae = lambda p: np.abs(to_units(p) - to_units(y_all)).mean()
print("MAE model %.1f | same hour yesterday %.1f | mean of train %.1f" % (
    mae(model.predict(x_all, verbose=0)), mae(x_all[:, -24:, 0]), mae(np.zeros_like(y_all))))
