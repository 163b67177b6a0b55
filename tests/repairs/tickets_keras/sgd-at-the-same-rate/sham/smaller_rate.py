# kind: elsewhere · a smaller rate, as if the loss were unsteady
def make_optimizer():
    return tf.keras.optimizers.SGD(5e-5)
