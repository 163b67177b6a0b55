def make_optimizer():
    from tensorflow import keras  # not the package keras: that is Keras 3

    print(f"optimizer from {keras.optimizers.Adam.__module__}")
    return keras.optimizers.Adam(learning_rate=5e-4)
