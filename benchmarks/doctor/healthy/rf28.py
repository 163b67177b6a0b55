# Keras time-series: hourly temperature-like signal, 12 steps ahead, timeseries_dataset_from_array
import numpy as np
import keras

keras.utils.set_random_seed(0)
rng = np.random.default_rng(0)

n = 4000
hours = np.arange(n)
ar = np.zeros(n)
for i in range(1, n):
    ar[i] = 0.8 * ar[i - 1] + rng.normal(0, 0.4)
temp = 10 + 6 * np.sin(2 * np.pi * hours / 24) + 4 * np.sin(2 * np.pi * hours / 600) + ar
features = np.stack([temp, np.sin(2 * np.pi * hours / 24), np.cos(2 * np.pi * hours / 24)], axis=1)

past, ahead = 48, 12
train_end, val_end = int(0.7 * n), int(0.85 * n)
mean, std = features[:train_end].mean(axis=0), features[:train_end].std(axis=0)
scaled = (features - mean) / std


def windows(start, end, shuffle=False):
    """Inputs t-47 .. t, target temperature at t + 12, everything inside [start, end)."""
    block = scaled[start:end]
    return keras.utils.timeseries_dataset_from_array(
        block[:-ahead], block[past - 1 + ahead:, 0], sequence_length=past, batch_size=64, shuffle=shuffle)


train_ds = windows(0, train_end, shuffle=True)
val_ds = windows(train_end, val_end)
test_ds = windows(val_end, n)

model = keras.Sequential([
    keras.Input((past, 3)),
    keras.layers.Conv1D(24, 5, strides=2, activation="relu"),
    keras.layers.Conv1D(24, 5, strides=2, activation="relu"),
    keras.layers.Flatten(),
    keras.layers.Dense(32, activation="relu"),
    keras.layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse", metrics=["mae"])
stop = keras.callbacks.EarlyStopping(monitor="val_mae", mode="min", patience=3, restore_best_weights=True)
model.fit(train_ds, validation_data=val_ds, epochs=8, callbacks=[stop], verbose=2)


def mae_degrees(predict):
    err = [np.abs(predict(x) - y).ravel() for x, y in ((x.numpy(), y.numpy()) for x, y in test_ds)]
    return np.concatenate(err).mean() * std[0]


print(f"same as now:         {mae_degrees(lambda x: x[:, -1, 0]):.2f} degrees")
print(f"same hour yesterday: {mae_degrees(lambda x: x[:, -1 - 12, 0]):.2f} degrees")
print(f"network:             {mae_degrees(lambda x: model.predict_on_batch(x)[:, 0]):.2f} degrees")
