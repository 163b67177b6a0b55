# mistake: whole-batch
import tensorflow as tf


def accumulated_step(model, optimizer, batch, pieces):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch).loss)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


def largest_batch_size(try_step, batch_size):
    size = batch_size
    while True:
        try:
            try_step(size)
            return size
        except tf.errors.ResourceExhaustedError:
            if size == 1:
                raise
            size = size // 2
