"""
One-step forecast of a daily temperature series with a GRU (Keras).
Converted from a notebook.
"""
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(1)

# In[1]: a series: yearly wave + autocorrelated weather + noise
rng = np.random.default_rng(1)
n_days = 4 * 365
day = np.arange(n_days)
weather = np.zeros(n_days)
for i in range(1, n_days):
    weather[i] = 0.7 * weather[i - 1] + rng.normal(scale=2.0)
temperature = 10.0 + 9.0 * np.sin(2 * np.pi * (day - 100) / 365.25) + weather

# In[2]: chronological split, scaling with the training years only
n_train, n_val = 2 * 365, 365
mean = temperature[:n_train].mean()
std = temperature[:n_train].std()
scaled = ((temperature - mean) / std).astype("float32")
parts = {
    "train": scaled[:n_train],
    "val": scaled[n_train:n_train + n_val],
    "test": scaled[n_train + n_val:],
}

# In[3]: windows: two weeks in, the following day out
WINDOW = 14


def windows(series):
    xs, ys = [], []
    for start in range(len(series) - WINDOW):
        end = start + WINDOW
        xs.append(series[start:end])
        ys.append(series[end - 1])
    return np.array(xs)[..., None], np.array(ys)[:, None]


x_train, y_train = windows(parts["train"])
x_val, y_val = windows(parts["val"])
x_test, y_test = windows(parts["test"])
print(x_train.shape, y_train.shape)

# In[4]:
model = keras.Sequential([
    keras.Input((WINDOW, 1)),
    layers.GRU(24),
    layers.Dense(1),
])
model.compile(optimizer=keras.optimizers.Adam(3e-3), loss="mse", metrics=["mae"])
stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True)
model.fit(x_train, y_train, validation_data=(x_val, y_val), epochs=20, batch_size=32,
          callbacks=[stop], verbose=2)

# In[5]: error in degrees
pred = model.predict(x_test, verbose=0)
mae = np.abs(pred - y_test).mean() * std
print(f"test MAE of the one-day forecast: {mae:.2f} degrees")
