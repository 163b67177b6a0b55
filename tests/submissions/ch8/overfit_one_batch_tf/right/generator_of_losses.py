import math
from itertools import islice

import tensorflow as tf


def losses(model, batch, optimizer):
    while True:
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(model.trainable_variables)
            per_example = model(**batch, training=False).loss
            loss = tf.reduce_sum(per_example) / len(per_example)
        yield float(loss)
        optimizer.minimize(loss, model.trainable_variables, tape=tape)


def can_learn(model, batch, make_optimizer):
    saved = {weight.ref(): tf.identity(weight) for weight in model.weights}
    found = False
    for loss in islice(losses(model, batch, make_optimizer()), 31):
        if loss < 0.05 or math.isnan(loss):
            found = loss < 0.05
            break
    for reference, value in saved.items():
        reference.deref().assign(value)
    return found
