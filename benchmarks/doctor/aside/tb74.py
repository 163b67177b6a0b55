import numpy as np
from keras.models import Sequential
from keras.layers import LSTM, Dense, Dropout
from keras.optimizers import Adam
from keras.utils import set_random_seed
from sklearn.preprocessing import MinMaxScaler

set_random_seed(42)

# monthly passengers, similar to the airline data
t = np.arange(360)
passengers = 200 + 0.05 * t + 25 * np.sin(2 * np.pi * t / 12) + np.random.normal(0, 4, t.size)
passengers = passengers.reshape(-1, 1)

train_size = 280
scaler = MinMaxScaler(feature_range=(0, 1))
scaler.fit(passengers[:train_size])
dataset = scaler.transform(passengers)


def create_dataset(series, look_back):
    dataX, dataY = [], []
    for i in range(len(series) - look_back):
        dataX.append(series[i:i + look_back])
        dataY.append(series[i + look_back, 0])
    return np.array(dataX), np.array(dataY)


look_back = 12
trainX, trainY = create_dataset(dataset[:train_size], look_back)
testX, testY = create_dataset(dataset[train_size - look_back:], look_back)
print(trainX.shape, trainY.shape, testX.shape, testY.shape)

model = Sequential()
model.add(LSTM(48, input_shape=(look_back, 1)))
model.add(Dropout(0.1))
model.add(LSTM(48))
model.add(Dense(1))
model.compile(loss="mean_squared_error", optimizer=Adam(learning_rate=0.003))

model.fit(trainX, trainY, epochs=35, batch_size=16, verbose=2)

pred = scaler.inverse_transform(model.predict(testX, verbose=0))
true = scaler.inverse_transform(testY.reshape(-1, 1))
print("Test RMSE: %.2f passengers" % np.sqrt(np.mean((pred - true) ** 2)))
