# kind: elsewhere · a higher learning rate, the epochs stay as short
def make_optimizer():
    return tf.keras.optimizers.Adam(5e-3)
