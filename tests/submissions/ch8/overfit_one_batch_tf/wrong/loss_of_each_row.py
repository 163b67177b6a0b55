# mistake: not-mean
import tensorflow as tf


def can_learn(model, batch, make_optimizer):
    before = model.get_weights()
    optimizer = make_optimizer()
    for _ in range(30):
        with tf.GradientTape() as tape:
            loss = model(batch).loss
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    model.set_weights(before)
    return float(loss) < 0.05
