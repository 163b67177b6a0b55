# mistake: other-scale
import tensorflow as tf


def accumulated_step(model, optimizer, batch, pieces):
    rows = len(batch["labels"])
    size = -(-rows // pieces)
    variables = model.trainable_variables
    sums = [tf.Variable(tf.zeros_like(each)) for each in variables]
    for start in range(0, rows, size):
        piece = {k: v[start : start + size] for k, v in batch.items()}
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(piece).loss)
        for total, gradient in zip(sums, tape.gradient(loss, variables), strict=True):
            total.assign_add(gradient)
    optimizer.apply_gradients(zip(sums, variables, strict=True))


def largest_batch_size(try_step, batch_size):
    while True:
        try:
            try_step(batch_size)
            return batch_size
        except tf.errors.ResourceExhaustedError:
            if batch_size == 1:
                raise
        batch_size //= 2
