# kind: elsewhere · a higher learning rate for a frozen model
def make_optimizer():
    return tf.keras.optimizers.Adam(5e-3)
