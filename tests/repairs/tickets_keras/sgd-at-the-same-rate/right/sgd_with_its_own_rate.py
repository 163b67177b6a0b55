def make_optimizer():
    # SGD multiplies the gradient by the rate, so it needs a much
    # larger one than Adam; with 0.1 the loss falls in each epoch
    return tf.keras.optimizers.SGD(learning_rate=0.1)
