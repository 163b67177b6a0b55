import math

import tensorflow as tf


def accumulated_step(model, optimizer, batch, pieces):
    rows = len(batch["labels"])
    data = tf.data.Dataset.from_tensor_slices(batch).batch(math.ceil(rows / pieces))
    collected = []
    for piece in data:
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(model.trainable_variables)
            losses = model(piece, training=True).loss
        # the gradient of a vector is that of its sum
        collected.append(tape.gradient(losses, model.trainable_variables))
    gradients = [tf.add_n([tf.convert_to_tensor(g) for g in each]) / rows for each in zip(*collected)]
    optimizer.apply_gradients(list(zip(gradients, model.trainable_variables)))


def largest_batch_size(try_step, batch_size):
    try:
        try_step(batch_size)
    except tf.errors.ResourceExhaustedError as error:
        if batch_size == 1:
            raise error
        return largest_batch_size(try_step, batch_size // 2)
    return batch_size
