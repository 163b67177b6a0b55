from tensorflow import keras

before = model.predict(x_test)
loaded = keras.models.load_model("model.keras")
after = loaded.predict(x_test)
print((before == after).all())
