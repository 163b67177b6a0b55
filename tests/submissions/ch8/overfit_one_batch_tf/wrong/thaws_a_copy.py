# mistake: thawed
import tensorflow as tf


def copy_of(model, batch):
    copy = type(model)(model.config)
    copy(batch)
    copy.set_weights(model.get_weights())
    return copy


def can_learn(model, batch, make_optimizer):
    model, optimizer, losses = copy_of(model, batch), make_optimizer(), []
    for _ in range(30):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch).loss)
        grads = tape.gradient(loss, model.trainable_weights)
        optimizer.apply_gradients(zip(grads, model.trainable_weights))
        losses.append(float(loss))
    return min(losses) < 0.05
