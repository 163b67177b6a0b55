# kind: elsewhere · a higher rate for the optimizer, which the training step overwrites
def make_optimizer():
    return tf.keras.optimizers.Adam(5e-3)
