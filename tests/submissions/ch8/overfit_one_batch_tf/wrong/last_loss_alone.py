# mistake: gave-up
import tensorflow as tf


def can_learn(model, batch, make_optimizer):
    before = model.get_weights()
    model.compile(optimizer=make_optimizer())
    dataset = tf.data.Dataset.from_tensors(batch)
    model.fit(dataset, epochs=30, verbose=0)
    loss = model.evaluate(dataset, verbose=0)
    model.set_weights(before)
    return loss < 0.05
