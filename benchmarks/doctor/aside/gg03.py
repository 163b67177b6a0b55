"""Energy demand forecasting, Keras LSTM (course project, part 3)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(7)
OUT_DIR = "out/gg03"
os.makedirs(OUT_DIR, exist_ok=True)

LOOKBACK = 24
BATCH = 64

# ---- data: hourly demand with a daily cycle and an AR(1) noise --------------
rng = np.random.default_rng(7)
n = 2400
hours = np.arange(n)
noise = np.zeros(n)
for t in range(1, n):
    noise[t] = 0.6 * noise[t - 1] + rng.normal(0, 4.0)
demand = 50 + 10 * np.sin(2 * np.pi * hours / 24) + 3 * np.sin(2 * np.pi * hours / 168) + noise

# ---- chronological split, scale with the training part only ----------------
n_train, n_val = int(n * 0.7), int(n * 0.15)
mean, std = demand[:n_train].mean(), demand[:n_train].std()
scaled = ((demand - mean) / std).astype("float32")
parts = {
    "train": scaled[:n_train],
    "val": scaled[n_train:n_train + n_val],
    "test": scaled[n_train + n_val:],
}


def create_dataset(series, lookback):
    """Windows of `lookback` hours and the demand to forecast."""
    xs, ys = [], []
    for i in range(len(series) - lookback):
        window = series[i:i + lookback]
        xs.append(window[:, None])
        ys.append(series[i + lookback - 1])
    return np.array(xs), np.array(ys)


x_train, y_train = create_dataset(parts["train"], LOOKBACK)
x_val, y_val = create_dataset(parts["val"], LOOKBACK)
x_test, y_test = create_dataset(parts["test"], LOOKBACK)
print("train", x_train.shape, "val", x_val.shape, "test", x_test.shape)

# ---- model ------------------------------------------------------------------
model = keras.Sequential([
    keras.Input(shape=(LOOKBACK, 1)),
    layers.LSTM(32),
    layers.Dense(16, activation="relu"),
    layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse", metrics=["mae"])

stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True)
model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=15, batch_size=BATCH, callbacks=[stop], verbose=2,
)

# ---- how good are we at forecasting the next hour? --------------------------
pred = model.predict(x_test, batch_size=256, verbose=0)[:, 0] * std + mean
true = y_test * std + mean
mae = np.abs(pred - true).mean()
rmse = np.sqrt(((pred - true) ** 2).mean())
print(f"next hour forecast on the test weeks: MAE {mae:.3f} MW, RMSE {rmse:.3f} MW")
print(f"noise that nobody can forecast has a standard deviation of 4.0 MW")
model.save(os.path.join(OUT_DIR, "lstm.keras"))
