# Forecasting the next 6 hours of a synthetic temperature-like series from the last 48 (GRU, chronological split).
import numpy as np, pandas as pd
import tensorflow as tf
import keras

keras.utils.set_random_seed(10)

# -- data ---------------------------------------------------------------
n = 3000
t = np.arange(n)
rng = np.random.default_rng(0)
ar = np.zeros(n)
for i in range(1, n):
    ar[i] = 0.9 * ar[i - 1] + rng.normal(0, 0.4)
df = pd.DataFrame({
    "temp": 12 + 6 * np.sin(2 * np.pi * t / 24) + 4 * np.sin(2 * np.pi * t / (24 * 60)) + ar,
    "hour_sin": np.sin(2 * np.pi * t / 24),
    "hour_cos": np.cos(2 * np.pi * t / 24),
})
a, b = int(n * .7), int(n * .85)
train_df, val_df, test_df = df[:a], df[a:b], df[b:]

mean, std = train_df.mean(), train_df.std()
std_train = (train_df - mean) / std
std_val = (val_df - mean) / std
std_test = (test_df - mean) / std

PAST, FUTURE = 48, 6


def windows(frame, shuffle):
    arr = frame.to_numpy("float32")
    ds = keras.utils.timeseries_dataset_from_array(
        arr, targets=None, sequence_length=PAST + FUTURE, batch_size=64, shuffle=shuffle, seed=1
    )
    return ds.map(lambda w: (w[:, :PAST, :], w[:, PAST:, 0]))


train, val, test = windows(std_train, True), windows(std_val, False), windows(std_test, False)

# -- model --------------------------------------------------------------
inputs = keras.Input((PAST, 3))
h = keras.layers.Conv1D(24, 5, strides=2, padding="causal", activation="relu")(inputs)
h = keras.layers.GRU(32)(h)
outputs = keras.layers.Dense(FUTURE)(h)
model = keras.Model(inputs, outputs)


def warm_cosine(epoch, lr):
    base = 4e-3
    if epoch < 1:
        return base / 2
    return 0.5 * base * (1 + np.cos(np.pi * (epoch - 1) / 12)) + 1e-5


model.compile(optimizer=keras.optimizers.Adam(1e-3, clipnorm=1.0), loss=keras.losses.LogCosh(), metrics=["mae"])
model.fit(train, validation_data=val, epochs=12, verbose=2,
          callbacks=[keras.callbacks.LearningRateScheduler(warm_cosine),
                     keras.callbacks.EarlyStopping("val_mae", mode="min", patience=4, restore_best_weights=True)])

# -- compare with two naive forecasts -------------------------------------
xs, ys = [np.concatenate(c) for c in zip(*[(x.numpy(), y.numpy()) for x, y in test])]
pred = model.predict(xs, batch_size=128, verbose=0)
scale = std["temp"]
mae = np.abs(pred - ys).mean() * scale
persist = np.abs(xs[:, -1:, 0] - ys).mean() * scale
daily = np.abs(xs[:, PAST - 24:PAST - 24 + FUTURE, 0] - ys).mean() * scale
print(f"test MAE {mae:.3f} deg | persistence {persist:.3f} | same hour yesterday {daily:.3f}")
