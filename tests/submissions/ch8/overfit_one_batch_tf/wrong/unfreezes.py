# mistake: gave-up, thawed, frozen
import tensorflow as tf


def can_learn(model, batch, make_optimizer):
    before = model.get_weights()
    for layer in model.layers:
        layer.trainable = True
    optimizer = make_optimizer()
    for _ in range(30):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch).loss)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    model.set_weights(before)
    return float(loss) < 0.05
