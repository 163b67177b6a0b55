# One-step-ahead load forecast, Keras, windows from one long series
import os
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import keras
import numpy as np
from keras import layers

keras.utils.set_random_seed(4)
WINDOW = 48

# hourly load: day and week rhythm plus autocorrelated noise
rng = np.random.default_rng(4)
hours = np.arange(24 * 7 * 24)
noise = np.zeros(len(hours))
for i in range(1, len(hours)):
    noise[i] = 0.7 * noise[i - 1] + rng.normal(0, 1.0)
load = 50 + 12 * np.sin(2 * np.pi * hours / 24) + 4 * np.sin(2 * np.pi * hours / 168) + noise

# in order of time: 70 / 15 / 15
a, b = int(0.70 * len(load)), int(0.85 * len(load))
mean, std = load[:a].mean(), load[:a].std()
scaled = ((load - mean) / std).astype("float32")


def windows(part, shuffle):
    # input part[i : i + WINDOW], target part[i + WINDOW]
    return keras.utils.timeseries_dataset_from_array(
        part[:-1, None], part[WINDOW:], sequence_length=WINDOW,
        batch_size=64, shuffle=shuffle, seed=4 if shuffle else None)


train = windows(scaled[:a], shuffle=True)     # order of the windows within the past does not matter
val = windows(scaled[a:b], shuffle=False)
test = windows(scaled[b:], shuffle=False)

model = keras.Sequential([
    keras.Input((WINDOW, 1)),
    layers.Conv1D(32, 5, padding="causal", activation="relu"),
    layers.GRU(32),
    layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(3e-3, clipnorm=1.0),
              loss="mse", metrics=["mae"])
model.fit(
    train, validation_data=val, epochs=20, verbose=2,
    callbacks=[
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3),
        keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True),
    ],
)

predicted = model.predict(test, verbose=0)[:, 0] * std + mean
truth = load[b:][WINDOW:]
assert len(predicted) == len(truth)
last_hour = load[b:][WINDOW - 1:-1]
yesterday = load[b:][WINDOW - 24:-24]

print(f"MAE model          {np.abs(predicted - truth).mean():.3f}")
print(f"MAE last hour      {np.abs(last_hour - truth).mean():.3f}")
print(f"MAE same hour -24h {np.abs(yesterday - truth).mean():.3f}")
