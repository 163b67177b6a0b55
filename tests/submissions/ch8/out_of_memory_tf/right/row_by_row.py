import tensorflow as tf


def accumulated_step(model, optimizer, batch, pieces):
    weights = model.trainable_variables
    rows = batch["labels"].shape[0]
    sums = [0.0] * len(weights)
    for row in range(rows):
        with tf.GradientTape() as tape:
            loss = model({name: values[row : row + 1] for name, values in batch.items()}, training=True).loss[0]
        gradients = tape.gradient(loss, weights)
        sums = [s + tf.convert_to_tensor(g) for s, g in zip(sums, gradients)]
    optimizer.apply_gradients((s / rows, w) for s, w in zip(sums, weights))


def largest_batch_size(try_step, batch_size):
    while True:
        try:
            try_step(batch_size)
            return batch_size
        except tf.errors.ResourceExhaustedError:
            if batch_size == 1:
                raise
        batch_size //= 2
