import keras
from keras import layers

inputs = keras.Input((784,))
x = layers.Dense(256, activation="relu")(inputs)
layers.Dropout(0.5)(x)
x = layers.Dense(128, activation="relu")(x)
layers.BatchNormalization()(x)
outputs = layers.Dense(10, activation="softmax")(x)
model = keras.Model(inputs, outputs)
