import tensorflow as tf

predictions = model.predict(x_test)
print("accuracy", np.mean(predictions == y_test))
