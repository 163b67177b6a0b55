from keras import layers

model = keras.Sequential([keras.Input(batch_shape=(16, 20, 3)), layers.LSTM(32, stateful=True), layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x_train, y_train, batch_size=16, epochs=20, shuffle=False)
