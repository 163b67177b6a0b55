from tensorflow import keras

predictions = model.predict(x_test)
predictions = (predictions > 0.5).astype(int)
print("accuracy", np.mean(predictions == y_test.reshape(-1, 1)))
