import tensorflow as tf


def can_learn(model, batch, make_optimizer):
    before = model.get_weights()
    optimizer = make_optimizer()
    learned = False
    for _ in range(30):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch, training=True).loss)
        if loss < 0.05:
            learned = True
            break
        weights = model.trainable_variables
        gradients = tape.gradient(loss, weights)
        pairs = zip(gradients, weights, strict=True)
        optimizer.apply_gradients(pairs)
    model.set_weights(before)
    return learned
