# mistake: slowly
import tensorflow as tf


def can_learn(model, batch, make_optimizer):
    before = model.get_weights()
    optimizer = make_optimizer()
    learned = False
    for _ in range(30):
        with tf.GradientTape() as tape:
            losses = model(batch).loss
        learned = learned or bool(tf.reduce_mean(losses) < 0.05)
        weights = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(losses, weights), weights))
    model.set_weights(before)
    return learned
