# mistake: no-number
import tensorflow as tf


def can_learn(model, batch, make_optimizer):
    before = model.get_weights()
    optimizer = make_optimizer()
    learned = False
    for _ in range(30):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch).loss)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        learned = learned or not float(loss) > 0.05
    model.set_weights(before)
    return learned
