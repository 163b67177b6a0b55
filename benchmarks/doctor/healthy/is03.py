# # Forecasting hourly electricity demand with an LSTM
# (notebook turned into a script; plots left out)

# In[1]:
import numpy as np
import pandas as pd
from tensorflow import keras

keras.utils.set_random_seed(0)

# In[2]: a made-up series: day and week pattern, slow trend, correlated noise
rng = np.random.default_rng(0)
n_hours = 24 * 7 * 20
idx = pd.date_range("2023-01-02", periods=n_hours, freq="h")
t = np.arange(n_hours)
noise = np.zeros(n_hours)
for i in range(1, n_hours):
    noise[i] = 0.8 * noise[i - 1] + rng.normal(0, 1.5)
demand = (100 + 0.002 * t + 15 * np.sin(2 * np.pi * t / 24) + 6 * np.sin(4 * np.pi * t / 24 + 1)
          - 12 * (idx.dayofweek.to_numpy() >= 5) + noise)
df = pd.DataFrame({"demand": demand}, index=idx)
df["hour_sin"] = np.sin(2 * np.pi * df.index.hour / 24)
df["hour_cos"] = np.cos(2 * np.pi * df.index.hour / 24)
df["weekend"] = (df.index.dayofweek >= 5).astype(float)
print(df.head())

# In[3]: split by time, never at random
n_train, n_val = int(0.7 * n_hours), int(0.15 * n_hours)
train_df = df.iloc[:n_train]
val_df = df.iloc[n_train:n_train + n_val]
test_df = df.iloc[n_train + n_val:]

mu, sd = train_df["demand"].mean(), train_df["demand"].std()


def scale(frame):
    out = frame.copy()
    out["demand"] = (out["demand"] - mu) / sd
    return out.to_numpy(dtype="float32")


# In[4]: 48 hours in, next hour out
LOOKBACK = 48
BATCH = 64


def windows(frame, shuffle):
    values = scale(frame)
    return keras.utils.timeseries_dataset_from_array(
        data=values[:-1],
        targets=values[LOOKBACK:, 0],      # target i belongs to the window that starts at i
        sequence_length=LOOKBACK,
        batch_size=BATCH,
        shuffle=shuffle,
        seed=1,
    )


train_ds = windows(train_df, shuffle=True)
val_ds = windows(val_df, shuffle=False)
test_ds = windows(test_df, shuffle=False)

# In[5]:
model = keras.Sequential([
    keras.Input(shape=(LOOKBACK, df.shape[1])),
    keras.layers.LSTM(24),
    keras.layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(3e-3, clipnorm=1.0), loss="mse", metrics=["mae"])
model.fit(train_ds, validation_data=val_ds, epochs=25, verbose=2,
          callbacks=[keras.callbacks.EarlyStopping(patience=5, restore_best_weights=True)])

# In[6]: back to the unit of the series, and against two naive forecasts
y_true = np.concatenate([y.numpy() for _, y in test_ds]) * sd + mu
y_hat = model.predict(test_ds, verbose=0).ravel() * sd + mu
raw = test_df["demand"].to_numpy()
last_hour = raw[LOOKBACK - 1:-1]
same_hour_yesterday = raw[LOOKBACK - 24:-24]
assert np.allclose(y_true, raw[LOOKBACK:], atol=1e-2)

for name, guess in [("last hour", last_hour), ("yesterday", same_hour_yesterday), ("lstm", y_hat)]:
    print(f"{name:>10}  MAE {np.abs(guess - y_true).mean():.2f}")
