import numpy as np
from tensorflow import keras

model = keras.models.load_model("flowers.keras")
x_test, y_test = np.load("x_test.npy"), np.load("y_test.npy")
predicted = np.max(model.predict(x_test), axis=1)
print("accuracy:", np.mean(predicted == y_test))
