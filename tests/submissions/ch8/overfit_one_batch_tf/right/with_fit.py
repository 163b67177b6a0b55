import tensorflow as tf


def can_learn(model, batch, make_optimizer):
    before = [weight.numpy() for weight in model.weights]
    model.compile(optimizer=make_optimizer())
    dataset = tf.data.Dataset.from_tensors(batch)
    history = model.fit(dataset, epochs=30, verbose=0)
    for weight, value in zip(model.weights, before):
        weight.assign(value)
    return any(loss < 0.05 for loss in history.history["loss"])
