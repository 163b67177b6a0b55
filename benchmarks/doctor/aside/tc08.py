import numpy as np
import keras
from keras.layers import LSTM, Dense, Dropout, Input
from keras.models import Sequential
from sklearn.metrics import mean_absolute_error
from sklearn.preprocessing import MinMaxScaler

keras.utils.set_random_seed(5)
rng = np.random.default_rng(5)

# hourly power consumption: a daily pattern, a weekly pattern, some noise
hours = np.arange(24 * 7 * 8)
load = 50 + 12 * np.sin(2 * np.pi * hours / 24) + 5 * np.sin(2 * np.pi * hours / (24 * 7)) + rng.normal(0, 1, len(hours))
load = load.reshape(-1, 1)

n_train = int(len(load) * 0.7)
n_val = int(len(load) * 0.15)

scaler = MinMaxScaler()
scaler.fit(load[:n_train])
scaled = scaler.transform(load)

look_back = 24


def create_dataset(series):
    X, y = [], []
    for i in range(len(series) - look_back):
        X.append(series[i:i + look_back])
        y.append(series[i + look_back, 0])
    return np.array(X), np.array(y)


# the windows of a part reach back into the part before it
X_train, y_train = create_dataset(scaled[:n_train])
X_val, y_val = create_dataset(scaled[n_train - look_back:n_train + n_val])
X_test, y_test = create_dataset(scaled[n_train + n_val - look_back:])
print(X_train.shape, y_train.shape)  # (samples, time steps, features)

regressor = Sequential()
regressor.add(Input(shape=(look_back, 1)))
regressor.add(LSTM(32))
regressor.add(Dropout(0.1))
regressor.add(LSTM(16))
regressor.add(Dense(1))
regressor.compile(optimizer=keras.optimizers.Adam(2e-3), loss="mean_squared_error", metrics=["mae"])
regressor.fit(X_train, y_train, epochs=20, batch_size=32, validation_data=(X_val, y_val), verbose=2)

forecast = scaler.inverse_transform(regressor.predict(X_test, verbose=0))
actual = scaler.inverse_transform(y_test.reshape(-1, 1))
print("MAE of the LSTM      :", mean_absolute_error(actual, forecast))
print("MAE of the last value:", mean_absolute_error(actual[1:], actual[:-1]))
