import numpy as np
import pandas as pd
from keras import Sequential, callbacks, layers, utils
from sklearn.metrics import mean_absolute_error
from sklearn.preprocessing import MinMaxScaler

utils.set_random_seed(11)
rng = np.random.default_rng(11)

hours = np.arange(1600)
temp = 12 + 8 * np.sin(2 * np.pi * hours / 24) + rng.normal(0, 0.6, hours.size)
wind = np.abs(4 + 2 * np.sin(2 * np.pi * hours / 60) + rng.normal(0, 0.5, hours.size))
load = 300 - 6 * np.roll(temp, 2) + 9 * wind + rng.normal(0, 4, hours.size)
df = pd.DataFrame({"load": load, "temp": temp, "wind": wind})

split = int(len(df) * 0.8)
scaler = MinMaxScaler()
train = scaler.fit_transform(df.iloc[:split])
test = scaler.transform(df.iloc[split:])


def make_windows(values, lookback=24):
    xs, ys = [], []
    for t in range(lookback, len(values)):
        xs.append(values[t - lookback:t])
        ys.append(values[t, 0])
    return np.array(xs), np.array(ys)


X_train, y_train = make_windows(train)
X_test, y_test = make_windows(test)

model = Sequential([
    layers.Input(shape=X_train.shape[1:]),
    layers.LSTM(32),
    layers.Dense(1),
])
model.compile(optimizer="adam", loss="mse")
model.fit(
    X_train, y_train,
    validation_split=0.1,
    epochs=10,
    batch_size=32,
    verbose=2,
    callbacks=[callbacks.EarlyStopping(patience=3, restore_best_weights=True)],
)

pred = model.predict(X_test, verbose=0)
padded = np.hstack([pred, X_test[:, -1, 1:]])
pred_load = scaler.inverse_transform(padded)[:, 0]
true_load = df["load"].to_numpy()[split + 24:]

print("MAE in MW:", mean_absolute_error(true_load, pred_load))
print("MAE of 'same as the hour before':", mean_absolute_error(true_load[1:], true_load[:-1]))
