# mistake: incomplete
import tensorflow as tf


def accumulated_step(model, optimizer, batch, pieces):
    rows = len(batch["labels"])
    size = -(-rows // pieces)
    sums = [tf.zeros_like(weight) for weight in model.trainable_variables]
    for start in range(0, rows, size):
        piece = {name: batch[name][start : start + size] for name in ("input_ids", "labels")}
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(piece).loss) / rows
        gradients = tape.gradient(loss, model.trainable_variables)
        sums = [total + tf.convert_to_tensor(each) for total, each in zip(sums, gradients)]
    optimizer.apply_gradients(zip(sums, model.trainable_variables))


def largest_batch_size(try_step, batch_size):
    while True:
        try:
            try_step(batch_size)
            return batch_size
        except tf.errors.ResourceExhaustedError:
            if batch_size == 1:
                raise
        batch_size //= 2
