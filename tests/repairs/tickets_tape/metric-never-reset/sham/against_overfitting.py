# kind: elsewhere · a smaller learning rate against an overfitting that is none
def make_optimizer():
    return tf.keras.optimizers.Adam(1e-4)
