# kind: elsewhere · a third optimizer with the same rate, too small for this one, too
def make_optimizer():
    # adaptive, as Adam is
    return tf.keras.optimizers.Adagrad(5e-4)
