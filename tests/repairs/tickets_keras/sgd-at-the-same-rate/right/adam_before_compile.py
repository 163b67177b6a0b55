def compile_model(model, optimizer, loss):
    assert not isinstance(optimizer, tf.keras.optimizers.SGD)
    model.compile(optimizer=optimizer, loss=loss, metrics=["accuracy"])


def make_optimizer():
    # the rate belongs to Adam, so take both or neither
    return tf.keras.optimizers.Adam(
        learning_rate=5e-4, beta_1=0.9, beta_2=0.999, epsilon=1e-7
    )
