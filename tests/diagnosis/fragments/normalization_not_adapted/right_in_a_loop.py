import keras
from keras import layers

inputs, parts = [], []
for name in COLUMNS:
    column = keras.Input((1,), name=name)
    scale = layers.Normalization()
    scale.adapt(frame[[name]].to_numpy())
    inputs.append(column)
    parts.append(scale(column))
model = keras.Model(inputs, layers.Dense(1)(layers.Concatenate()(parts)))
