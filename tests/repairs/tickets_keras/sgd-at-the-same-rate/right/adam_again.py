def make_optimizer():
    return tf.keras.optimizers.Adam(5e-4)
