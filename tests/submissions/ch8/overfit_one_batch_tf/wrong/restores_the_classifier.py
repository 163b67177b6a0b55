# mistake: weights
import tensorflow as tf


def can_learn(model, batch, make_optimizer):
    before = model.layers[-1].get_weights()
    optimizer = make_optimizer()
    losses = []
    for _ in range(30):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch).loss)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        losses.append(float(loss))
    model.layers[-1].set_weights(before)
    return min(losses) < 0.05
