# mistake: examples-lost
import tensorflow as tf


def accumulated_step(model, optimizer, batch, pieces):
    variables = model.trainable_variables
    size = len(batch["labels"]) // pieces
    sums = [tf.zeros_like(v) for v in variables]
    for number in range(pieces):
        piece = {k: v[number * size : (number + 1) * size] for k, v in batch.items()}
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(piece).loss) / pieces
        sums = [tf.add(s, g) for s, g in zip(sums, tape.gradient(loss, variables))]
    optimizer.apply_gradients(zip(sums, variables))


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
