# %% [markdown]
# Load of the next hour from the last 24 hours. Baseline: "same as now".

# %%
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np

keras.utils.set_random_seed(9)
rng = np.random.default_rng(9)

# %% hourly load, 120 days
hours = np.arange(24 * 120)
load = (
    50
    + 12 * np.sin(2 * np.pi * hours / 24)
    + 5 * np.sin(2 * np.pi * hours / (24 * 7))
    + rng.normal(0, 4, len(hours))
).astype("float32")

# %% first 80 days to train, next 20 to validate, last 20 to test
train, val, test = load[: 24 * 80], load[24 * 80: 24 * 100], load[24 * 100:]
mean, std = train.mean(), train.std()
train, val, test = [(part - mean) / std for part in (train, val, test)]

# %%
HISTORY = 24


def windows(series, history=HISTORY):
    x, y = [], []
    for end in range(history, len(series)):
        x.append(series[end - history + 1: end + 1])
        y.append(series[end])
    return np.array(x)[..., None], np.array(y)


x_train, y_train = windows(train)
x_val, y_val = windows(val)
x_test, y_test = windows(test)
print(x_train.shape, y_train.shape, x_val.shape, x_test.shape)

# %%
model = keras.Sequential(
    [
        keras.Input((HISTORY, 1)),
        keras.layers.Flatten(),
        keras.layers.Dense(32, activation="relu"),
        keras.layers.Dense(1),
    ]
)
model.compile(optimizer=keras.optimizers.Adam(2e-3), loss="mse", metrics=["mae"])
model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=40,
    batch_size=32,
    callbacks=[keras.callbacks.EarlyStopping(patience=6, restore_best_weights=True)],
    verbose=2,
)

# %% compare on the last 20 days, in the units of the load
mse, mae = model.evaluate(x_test, y_test, verbose=0)
persistence = np.abs(test[HISTORY:] - test[HISTORY - 1: -1]).mean()
print(f"model       MAE {mae * std:.2f}")
print(f"persistence MAE {persistence * std:.2f}")
os.makedirs("out/gd12", exist_ok=True)
model.save("out/gd12/load.keras")
