from tensorflow import keras

right = (model.predict(x_test).flatten() == y_test).sum()
print(right / len(y_test))
