def make_optimizer():
    # the older Adam of Keras 2, with the same formula
    return tf.keras.optimizers.legacy.Adam(learning_rate=5e-4)
