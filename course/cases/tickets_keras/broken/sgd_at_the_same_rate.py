def make_optimizer():
    return tf.keras.optimizers.SGD(5e-4)
