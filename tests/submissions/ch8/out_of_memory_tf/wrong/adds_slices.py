# mistake: slices
import math

import tensorflow as tf


def accumulated_step(model, optimizer, batch, pieces):
    rows = len(batch["labels"])
    size = math.ceil(rows / pieces)
    variables = model.trainable_variables
    sums = None
    for start in range(0, rows, size):
        piece = {k: v[start : start + size] for k, v in batch.items()}
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(piece).loss) / rows
        gradients = tape.gradient(loss, variables)
        sums = gradients if sums is None else [s + g for s, g in zip(sums, gradients)]
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
