import keras
from keras import layers

model = keras.Sequential([keras.Input((8,)), layers.Normalization(axis=-1), layers.Dense(16, activation="relu"), layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x_train, y_train, epochs=20, validation_data=(x_val, y_val))
