import keras


def make_optimizer():
    return keras.optimizers.Adam(5e-4)
