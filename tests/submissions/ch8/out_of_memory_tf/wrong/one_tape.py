# mistake: held-together
import math

import tensorflow as tf


def accumulated_step(model, optimizer, batch, pieces):
    rows = len(batch["labels"])
    size = math.ceil(rows / pieces)
    with tf.GradientTape() as tape:
        loss = 0.0
        for start in range(0, rows, size):
            piece = {k: v[start : start + size] for k, v in batch.items()}
            loss += tf.reduce_sum(model(piece).loss) / rows
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
