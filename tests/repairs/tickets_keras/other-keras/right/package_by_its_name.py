import tf_keras


def make_optimizer():
    # Keras 2 under its own name; the model is built with it, too
    return tf_keras.optimizers.Adam(learning_rate=5e-4)
