import tensorflow as tf


def accumulated_step(model, optimizer, batch, pieces):
    n = batch["input_ids"].shape[0]
    sums = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]
    size = max(n // pieces, 1)
    for start in range(0, n, size):
        piece = {key: value[start : start + size] for key, value in batch.items()}
        with tf.GradientTape() as tape:
            output = model(**piece)
            loss = tf.reduce_mean(output.loss) * (len(piece["labels"]) / n)
        for s, g in zip(sums, tape.gradient(loss, model.trainable_variables)):
            s.assign_add(g)
    optimizer.apply_gradients(zip(sums, model.trainable_variables))


def largest_batch_size(try_step, batch_size):
    size = batch_size
    while size > 1:
        try:
            try_step(size)
            return size
        except tf.errors.ResourceExhaustedError:
            size //= 2
    try_step(1)
    return 1
