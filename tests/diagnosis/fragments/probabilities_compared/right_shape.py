from tensorflow import keras

predictions = model.predict(x_test)
assert predictions.shape == y_test.shape
