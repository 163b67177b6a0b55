import numpy as np
from tensorflow import keras


class MCDropout(keras.layers.Dropout):
    def call(self, inputs, training=None):
        return super().call(inputs, training=True)


model = keras.Sequential([keras.layers.Dense(100, activation="relu"), MCDropout(0.2), keras.layers.Dense(10)])
y_probas = np.stack([model.predict(x_test) for _ in range(100)])
print(model.evaluate(x_test, y_test))
