# Forecast of an hourly load curve: from the last two days, the next hour.
import os
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(3)
os.makedirs("out/hc02", exist_ok=True)

WINDOW = 48
BATCH = 128


def make_load(hours=6000, seed=3):
    rng = np.random.default_rng(seed)
    t = np.arange(hours)
    daily = 8 * np.sin(2 * np.pi * t / 24) + 3 * np.sin(4 * np.pi * t / 24 + 0.7)
    weekly = 4 * np.cos(2 * np.pi * t / 168)
    noise = np.zeros(hours)
    for i in range(1, hours):
        noise[i] = 0.7 * noise[i - 1] + rng.normal(0, 1.5)
    return (60 + daily + weekly + noise).astype("float32")


load = make_load()
cut_a, cut_b = int(0.7 * len(load)), int(0.85 * len(load))
train, val, test = load[:cut_a], load[cut_a:cut_b], load[cut_b:]

mu, sigma = train.mean(), train.std()
train, val, test = [(part - mu) / sigma for part in (train, val, test)]


def windows(values, shuffle):
    """Windows of WINDOW hours together with the value to be forecast."""
    return keras.utils.timeseries_dataset_from_array(
        data=values[:, None],
        targets=values[WINDOW - 1:],
        sequence_length=WINDOW,
        batch_size=BATCH,
        shuffle=shuffle,
        seed=3 if shuffle else None,
    )


train_ds = windows(train, shuffle=True)
val_ds = windows(val, shuffle=False)
test_ds = windows(test, shuffle=False)

model = keras.Sequential(
    [
        keras.Input((WINDOW, 1)),
        layers.Conv1D(16, 5, padding="causal", activation="relu"),
        layers.GRU(24),
        layers.Dense(1),
    ]
)
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse", metrics=["mae"])

model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=8,
    callbacks=[
        keras.callbacks.EarlyStopping(patience=3, restore_best_weights=True),
        keras.callbacks.CSVLogger("out/hc02/log.csv"),
    ],
    verbose=2,
)

mse, mae = model.evaluate(test_ds, verbose=0)
print(f"one hour ahead, test MAE: {mae * sigma:.3f} MW, RMSE: {np.sqrt(mse) * sigma:.3f} MW")
