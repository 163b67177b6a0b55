import numpy as np
import pandas as pd
import keras
from keras import layers
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(0)
rng = np.random.default_rng(0)

# hourly power consumption of a building
hours = pd.date_range("2023-01-01", periods=2400, freq="h")
load = (50 + 15 * np.sin(2 * np.pi * hours.hour / 24)
        + 6 * (hours.dayofweek < 5) + rng.normal(0, 1.5, len(hours)))
df = pd.DataFrame({"load": np.asarray(load)}, index=hours)

df["hour_sin"] = np.sin(2 * np.pi * df.index.hour / 24)
df["hour_cos"] = np.cos(2 * np.pi * df.index.hour / 24)
df["weekday"] = (df.index.dayofweek < 5).astype(float)
df["lag_1"] = df["load"].shift(1)
df["lag_24"] = df["load"].shift(24)
df["mean_24"] = df["load"].shift(1).rolling(24).mean()

features = ["hour_sin", "hour_cos", "weekday", "lag_1", "lag_24", "mean_24"]
split = int(len(df) * 0.8)
train, test = df.iloc[:split], df.iloc[split:]

x_scaler, y_scaler = StandardScaler(), StandardScaler()
x_train = x_scaler.fit_transform(train[features])
x_test = x_scaler.transform(test[features])
y_train = y_scaler.fit_transform(train[["load"]])
y_test = y_scaler.transform(test[["load"]])

model = keras.Sequential([
    keras.Input(shape=(len(features),)),
    layers.Dense(64, activation="elu"),
    layers.Dense(32, activation="elu"),
    layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(learning_rate=1e-3), loss="mse", metrics=["mae"])
model.fit(x_train, y_train, epochs=15, batch_size=32,
          validation_data=(x_test, y_test), verbose=2)

forecast = y_scaler.inverse_transform(model.predict(x_test, verbose=0))
print("mean absolute error in kW:", np.abs(forecast - test[["load"]].values).mean())
