# One-step-ahead forecast of an hourly load curve with an LSTM
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import keras
from keras.utils import timeseries_dataset_from_array

keras.utils.set_random_seed(5)

WINDOW = 24
BATCH = 64


def load_curve(hours=3000, seed=2):
    rng = np.random.default_rng(seed)
    t = np.arange(hours)
    daily = np.sin(2 * np.pi * t / 24)
    weekly = 0.5 * np.sin(2 * np.pi * t / 168)
    noise = np.zeros(hours)
    for i in range(1, hours):
        noise[i] = 0.7 * noise[i - 1] + rng.normal(0, 0.4)
    return (50 + 10 * (daily + weekly + noise)).astype("float32")


load = load_curve()
n_train, n_val = 2000, 500

mean = load[:n_train].mean()
std = load[:n_train].std()
scaled = ((load - mean) / std)[:, None]

train_part = scaled[:n_train]
val_part = scaled[n_train : n_train + n_val]
test_part = scaled[n_train + n_val :]


def windows(part, shuffle):
    return timeseries_dataset_from_array(
        data=part,
        targets=part,
        sequence_length=WINDOW,
        sequence_stride=1,
        batch_size=BATCH,
        shuffle=shuffle,
    )


train_ds = windows(train_part, shuffle=True)
val_ds = windows(val_part, shuffle=False)
test_ds = windows(test_part, shuffle=False)

inputs = keras.Input(shape=(WINDOW, 1))
h = keras.layers.LSTM(32)(inputs)
outputs = keras.layers.Dense(1)(h)
model = keras.Model(inputs, outputs)
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse", metrics=["mae"])

model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=15,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True)],
    verbose=2,
)

mae = model.evaluate(test_ds, verbose=0, return_dict=True)["mae"] * std
naive = np.abs(np.diff(test_part[:, 0])).mean() * std
print(f"forecast MAE {mae:.2f} MW, last-value baseline {naive:.2f} MW")
