LEARNING_RATE = 5e-4


def make_optimizer() -> tf.keras.optimizers.Optimizer:
    optimizer = tf.keras.optimizers.Adam(learning_rate=LEARNING_RATE)
    # of the same Keras as the model, or compile() will refuse it
    assert isinstance(optimizer, tf.keras.optimizers.Optimizer)
    return optimizer
