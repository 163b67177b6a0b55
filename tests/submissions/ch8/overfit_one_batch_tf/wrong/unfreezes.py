# mistake: thawed, frozen
import tensorflow as tf


def can_learn(model, batch, make_optimizer):
    before = model.get_weights()
    for layer in model.layers:
        layer.trainable = True
    optimizer = make_optimizer()
    losses = []
    for _ in range(30):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch).loss)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        losses.append(float(loss))
    model.set_weights(before)
    return min(losses) < 0.05
