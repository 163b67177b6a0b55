# mistake: slowly, other-optimizer
import tensorflow as tf


def can_learn(model, batch, make_optimizer):
    before = model.get_weights()
    optimizer = tf.keras.optimizers.Adam(0.1)
    learned = False
    for _ in range(30):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch, training=True).loss)
        learned = learned or bool(loss < 0.05)
        weights = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
    model.set_weights(before)
    return learned
