# mistake: last-error-lost
import math

import tensorflow as tf


def accumulated_step(model, optimizer, batch, pieces):
    rows = int(batch["labels"].shape[0])
    size = math.ceil(rows / pieces)
    sums = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]
    for start in range(0, rows, size):
        piece = {k: v[start : start + size] for k, v in batch.items()}
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(piece, training=True).loss)
            loss = loss * len(piece["labels"]) / rows
        for total, gradient in zip(sums, tape.gradient(loss, model.trainable_variables)):
            total.assign_add(gradient)
    optimizer.apply_gradients(zip(sums, model.trainable_variables))


def largest_batch_size(try_step, batch_size):
    size = batch_size
    while True:
        try:
            try_step(size)
            return size
        except tf.errors.ResourceExhaustedError:
            size = size // 2
