import numpy as np
from tensorflow import keras

(x_train, y_train), (x_test, y_test) = keras.datasets.mnist.load_data()
np.random.shuffle(x_train)
x_train, x_test = x_train.reshape(-1, 784) / 255.0, x_test.reshape(-1, 784) / 255.0
autoencoder = keras.Sequential([keras.layers.Dense(32, "relu"), keras.layers.Dense(784, "sigmoid")])
autoencoder.compile("adam", "binary_crossentropy")
autoencoder.fit(x_train, x_train, epochs=20, batch_size=256, validation_split=0.1)
