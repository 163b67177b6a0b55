import math

import tensorflow as tf


def can_learn(model, batch, make_optimizer):
    before = [weight.numpy() for weight in model.weights]
    model.compile(optimizer=make_optimizer())
    dataset = tf.data.Dataset.from_tensors(batch).repeat(30)
    history = model.fit(dataset, epochs=1, verbose=0)
    loss = model.evaluate(dataset.take(1), verbose=0)
    for weight, value in zip(model.weights, before):
        weight.assign(value)
    return not math.isnan(loss) and loss < 0.05
