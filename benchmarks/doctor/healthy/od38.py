#!/usr/bin/env python
# coding: utf-8

# # Forecasting tomorrow's load with Keras

# In[1]:
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(11)
rng = np.random.default_rng(11)

n = 3000
hours = np.arange(n)
temperature = 12 + 8 * np.sin(2 * np.pi * hours / 24 - 2) + rng.normal(0, 1.0, n)
load = 50 + 10 * np.sin(2 * np.pi * hours / 24) + np.where((hours // 24) % 7 >= 5, -8, 0) - 0.6 * temperature + rng.normal(0, 1.0, n)
data = np.stack([load, temperature, np.sin(2 * np.pi * hours / 168), np.cos(2 * np.pi * hours / 168)], axis=1).astype("float32")

# In[2]:
cut1, cut2 = int(n * 0.7), int(n * 0.85)
mean, std = data[:cut1].mean(axis=0), data[:cut1].std(axis=0)
scaled = (data - mean) / std

past, ahead = 48, 6     # 48 hours in, the load six hours after the last of them out
offset = past + ahead - 1


# In[3]:
def windows(start, stop):
    targets = np.arange(start + offset, stop)
    x = np.stack([scaled[t - offset:t - offset + past] for t in targets])
    return x, scaled[targets, 0:1]


x_tr, y_tr = windows(0, cut1)
x_va, y_va = windows(cut1, cut2)
x_te, y_te = windows(cut2, n)
print(x_tr.shape, x_va.shape, x_te.shape)

# In[4]:
model = keras.Sequential([
    keras.Input((past, data.shape[1])),
    layers.Conv1D(24, 5, padding="causal", activation="relu"),
    layers.GRU(32),
    layers.Dense(1),
])
steps = int(np.ceil(len(x_tr) / 64)) * 12
model.compile(keras.optimizers.Adam(keras.optimizers.schedules.CosineDecay(3e-3, steps), clipnorm=1.0), loss="mse", metrics=["mae"])
model.fit(x_tr, y_tr, validation_data=(x_va, y_va), batch_size=64, epochs=12, verbose=2)

# In[5]:
pred = model.predict(x_te, verbose=0)
print("test MAE            ", float(np.abs(pred - y_te).mean() * std[0]))
print("value now           ", float(np.abs(x_te[:, -1, 0:1] - y_te).mean() * std[0]))
print("same hour, yesterday", float(np.abs(x_te[:, -(24 - ahead) - 1, 0:1] - y_te).mean() * std[0]))
