# kind: half · the loss comes from the same Keras as the optimizer, but the model does not
def make_optimizer():
    return keras.optimizers.get(
        {"class_name": "Adam", "config": {"learning_rate": 5e-4}}
    )


def make_loss():
    return keras.losses.SparseCategoricalCrossentropy(from_logits=True)
