# Day-ahead load forecast for a small grid (was a notebook; cells kept as "# %%")
# %%
import os
import numpy as np
import pandas as pd
import keras
from keras import layers

keras.utils.set_random_seed(5)
OUT = "out/md02"
os.makedirs(OUT, exist_ok=True)
PAST, AHEAD = 72, 24

# %% two years of hourly data
rng = np.random.default_rng(5)
index = pd.date_range("2021-01-01", periods=2 * 365 * 24, freq="h")
hour = index.hour.to_numpy()
weekday = index.dayofweek.to_numpy()
doy = index.dayofyear.to_numpy()

weather_noise = np.zeros(len(index))
demand_noise = np.zeros(len(index))
for i in range(1, len(index)):
    weather_noise[i] = 0.98 * weather_noise[i - 1] + rng.normal(0, 0.5)
    demand_noise[i] = 0.9 * demand_noise[i - 1] + rng.normal(0, 0.6)
temperature = (10 - 9 * np.cos(2 * np.pi * (doy - 20) / 365)
               - 3 * np.cos(2 * np.pi * (hour - 3) / 24) + weather_noise)
work = np.where(weekday < 5, 1.0, 0.55)
load = (100 + 25 * work * np.exp(-((hour - 11) / 5.0) ** 2) + 18 * np.exp(-((hour - 19) / 2.5) ** 2)
        + 1.2 * np.maximum(15 - temperature, 0) + demand_noise)
df = pd.DataFrame({"load": load, "temperature": temperature}, index=index)
df["h_sin"], df["h_cos"] = np.sin(2 * np.pi * hour / 24), np.cos(2 * np.pi * hour / 24)
week_hour = weekday * 24 + hour
for k in (1, 2, 3):
    df[f"w_sin{k}"] = np.sin(2 * np.pi * k * week_hour / 168)
    df[f"w_cos{k}"] = np.cos(2 * np.pi * k * week_hour / 168)

# %% by time: sixteen months, four months, four months
train = df.loc[:"2022-04-30"]
valid = df.loc["2022-05-01":"2022-08-31"]
test = df.loc["2022-09-01":]
mean, std = train.mean(), train.std()


def windows(frame, step):
    """The windows of one period only: none reaches over into another period."""
    z = ((frame - mean) / std).to_numpy(dtype="float32")
    starts = range(0, len(z) - PAST - AHEAD + 1, step)
    x = np.stack([z[s:s + PAST] for s in starts])
    y = np.stack([z[s + PAST:s + PAST + AHEAD, 0] for s in starts])
    return x, y


x_train, y_train = windows(train, 1)
x_valid, y_valid = windows(valid, 6)
x_test, y_test = windows(test, 24)     # one forecast each midnight
print(x_train.shape, x_valid.shape, x_test.shape)

# %% the network corrects "tomorrow like today"
inp = keras.Input((PAST, df.shape[1]))
yesterday = inp[:, -AHEAD:, 0]
h = layers.Flatten()(inp)
h = layers.Dense(96, activation="relu")(h)
h = layers.Dense(96, activation="relu")(h)
change = layers.Dense(AHEAD, kernel_initializer="zeros")(h)
model = keras.Model(inp, layers.Add()([yesterday, change]))
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse", metrics=["mae"])
history = model.fit(
    x_train, y_train, validation_data=(x_valid, y_valid), batch_size=128, epochs=25, verbose=2,
    callbacks=[
        keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=2),
        keras.callbacks.EarlyStopping(monitor="val_loss", patience=6, restore_best_weights=True),
    ])
pd.DataFrame(history.history).to_csv(f"{OUT}/history.csv", index=False)

# %% the report, in megawatts
to_mw = lambda z: z * std["load"] + mean["load"]
truth = to_mw(y_test)
rows = {
    "network": to_mw(model.predict(x_test, verbose=0)),
    "same hour yesterday": to_mw(x_test[:, -AHEAD:, 0]),
    "mean of the training period": np.full_like(truth, mean["load"]),
}
table = pd.DataFrame({
    name: {"MAE [MW]": np.abs(p - truth).mean(),
           "RMSE [MW]": np.sqrt(((p - truth) ** 2).mean()),
           "MAPE [%]": 100 * (np.abs(p - truth) / truth).mean()}
    for name, p in rows.items()}).T
print(table.round(2))
table.to_csv(f"{OUT}/test.csv")
