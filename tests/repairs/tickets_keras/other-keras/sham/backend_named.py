# kind: elsewhere · the backend of Keras 3 is named, the optimizer is still one of Keras 3
def make_optimizer():
    os.environ["KERAS_BACKEND"] = "tensorflow"
    return keras.optimizers.Adam(learning_rate=5e-4)
