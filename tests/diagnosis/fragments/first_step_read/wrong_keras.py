import keras
from keras import layers

inputs = keras.Input((None,), dtype="int32")
x = layers.Embedding(20000, 64)(inputs)
x = layers.LSTM(64, return_sequences=True)(x)
x = x[:, 0, :]
outputs = layers.Dense(1, activation="sigmoid")(x)
model = keras.Model(inputs, outputs)
