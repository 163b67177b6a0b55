import tensorflow as tf


@tf.function
def train_step(x, noise):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x + noise, training=True) - noise) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss


for x in batches:
    train_step(x, tf.constant(np.random.normal(size=(128, 2)), tf.float32))
