from tensorflow import keras

model = keras.Sequential([keras.layers.GRU(128, return_sequences=True, stateful=True), keras.layers.Dense(40)])
model.fit(batches_in_order, epochs=10, shuffle=False)

model = keras.Sequential([keras.layers.LSTM(64), keras.layers.Dense(10, activation="softmax")])
model.fit(x_train, y_train, epochs=10)
