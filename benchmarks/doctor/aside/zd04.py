# one-step forecast of a load curve with an LSTM
import numpy as np
import keras
from keras import layers

keras.utils.set_random_seed(11)

WINDOW = 24


def make_series(n=1600, seed=11):
    rng = np.random.default_rng(seed)
    r, w = 0.97, 2 * np.pi / 15
    s = np.zeros(n + 200)
    e = rng.normal(0, 1, n + 200)
    for t in range(2, n + 200):
        s[t] = 2 * r * np.cos(w) * s[t - 1] - r * r * s[t - 2] + e[t]
    return (300 + 10 * s[200:]).astype("float32")


def windows(values, size):
    x, y = [], []
    for i in range(len(values) - size):
        x.append(values[i : i + size])
        y.append(values[i + size])
    return np.array(x)[..., None], np.array(y)[:, None]


series = make_series()
n_train, n_val = 1100, 250
mean, std = series[:n_train].mean(), series[:n_train].std()
scaled = (series - mean) / std

x_train, y_train = windows(scaled[:n_train], WINDOW)
x_val, y_val = windows(scaled[n_train : n_train + n_val], WINDOW)
x_test, y_test = windows(scaled[n_train + n_val :], WINDOW)
print("x", x_train.shape, "y", y_train.shape)

model = keras.Sequential(
    [
        keras.Input(shape=(WINDOW, 1)),
        layers.LSTM(32, return_sequences=True),
        layers.LSTM(16, return_sequences=True),
        layers.Dense(1),
    ]
)
model.compile(optimizer=keras.optimizers.Adam(5e-3), loss="mse", metrics=["mae"])

stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=4, restore_best_weights=True)
model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=14,
    batch_size=32,
    callbacks=[stop],
    verbose=2,
)

mse, mae = model.evaluate(x_test, y_test, verbose=0)
naive = np.abs(x_test[:, -1] - y_test).mean()
print(f"test mae  model {mae * std:.2f}   last value {naive * std:.2f}")

pred = model.predict(x_test, verbose=0)
print("prediction shape", pred.shape, "target shape", y_test.shape)
print("predicted", np.round(pred[:3] * std + mean, 1).tolist())
print("measured ", np.round(y_test[:3] * std + mean, 1).tolist())
