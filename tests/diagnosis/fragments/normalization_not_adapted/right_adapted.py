from tensorflow import keras

normalizer = keras.layers.Normalization()
normalizer.adapt(x)
inputs = keras.Input(shape=(x.shape[1],))
hidden = keras.layers.Dense(64, activation="relu")(normalizer(inputs))
model = keras.Model(inputs, keras.layers.Dense(1)(hidden))
model.compile(optimizer="adam", loss="mae")
model.fit(x, y, epochs=50, batch_size=32)
