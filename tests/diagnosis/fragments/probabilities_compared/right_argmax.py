import tensorflow as tf

predictions = model.predict(x_test)
classes = predictions.argmax(axis=1)
print("accuracy", np.mean(classes == y_test))
