import os

os.environ["KERAS_BACKEND"] = "tensorflow"
import keras
import numpy as np

# Forecast the next value of an hourly series. Chronological split; windows never cross a border.
keras.utils.set_random_seed(13)
W, N = 48, 5000
rng = np.random.default_rng(13)
t = np.arange(N)
ar = np.zeros(N)
for k in range(1, N):
    ar[k] = 0.7 * ar[k - 1] + rng.normal(0, 0.2)
series = 10 + 2 * np.sin(2 * np.pi * t / 24) + np.sin(2 * np.pi * t / 168) + ar

i, j = int(0.7 * N), int(0.85 * N)
mu, sd = series[:i].mean(), series[:i].std()
z = ((series - mu) / sd).astype("float32")[:, None]


def windows(part, shuffle):
    # targets[k] belongs to the window that starts at k, i.e. the value right after it
    return keras.utils.timeseries_dataset_from_array(
        part[:-1], part[W:], sequence_length=W, batch_size=64, shuffle=shuffle, seed=13 if shuffle else None)


train, valid, test = windows(z[:i], True), windows(z[i:j], False), windows(z[j:], False)

model = keras.Sequential([
    keras.Input((W, 1)),
    keras.layers.Conv1D(16, 5, padding="causal", activation="relu"),
    keras.layers.GRU(24),
    keras.layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(3e-3, clipnorm=1.0), loss=keras.losses.Huber(), metrics=["mae"])
model.fit(
    train, validation_data=valid, epochs=15, verbose=2,
    callbacks=[
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=2, min_lr=1e-4),
        keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True),
    ],
)
part = z[j:, 0]
naive = np.abs(part[W:] - part[W - 1:-1]).mean() * sd
daily = np.abs(part[W:] - part[W - 24:-24]).mean() * sd
mae = model.evaluate(test, verbose=0, return_dict=True)["mae"] * sd
print(f"test MAE {mae:.3f}; last value {naive:.3f}; same hour yesterday {daily:.3f}")
