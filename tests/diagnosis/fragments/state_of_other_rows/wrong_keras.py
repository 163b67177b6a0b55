from keras import layers

model = keras.Sequential([keras.Input(batch_shape=(16, 20, 3)), layers.LSTM(32, stateful=True), layers.Dense(1)])
model.compile("adam", "mse")
for epoch in range(20):
    model.fit(x_train, y_train, batch_size=16, epochs=1)
    model.reset_states()
