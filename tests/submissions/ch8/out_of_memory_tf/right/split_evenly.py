import numpy as np
import tensorflow as tf


def accumulated_step(model, optimizer, batch, pieces):
    rows = len(batch["labels"])
    total = {}
    for indices in np.array_split(np.random.permutation(rows), pieces):
        piece = {name: tf.gather(values, indices) for name, values in batch.items()}
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(**piece).loss) * (len(indices) / rows)
        for place, gradient in enumerate(tape.gradient(loss, model.trainable_variables)):
            total[place] = total.get(place, 0) + np.asarray(tf.convert_to_tensor(gradient))
    gradients = [tf.constant(total[place], tf.float32) for place in sorted(total)]
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))


def largest_batch_size(try_step, batch_size):
    sizes = [batch_size // 2**power for power in range(int(np.log2(batch_size)) + 1)]
    for size in sizes:
        try:
            try_step(size)
        except tf.errors.ResourceExhaustedError:
            if size == sizes[-1]:
                raise
        else:
            return size
