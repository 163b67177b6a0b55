def make_optimizer():
    # the 5e-4 was found for Adam
    return tf.keras.optimizers.SGD(learning_rate=0.02, momentum=0.9)
