import tensorflow as tf


class Sums:
    def __init__(self, variables):
        self.variables = variables
        self.sums = [tf.zeros(v.shape) for v in variables]

    def add(self, gradients):
        self.sums = [tf.add(s, g) for s, g in zip(self.sums, map(tf.convert_to_tensor, gradients))]


def accumulated_step(model, optimizer, batch, pieces):
    n = int(batch["input_ids"].shape[0])
    sums = Sums(model.trainable_variables)
    cross_entropy = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="sum")
    start = 0
    for piece_number in range(pieces):
        end = start + (n - start) // (pieces - piece_number)
        piece = {k: v[start:end] for k, v in batch.items()}
        with tf.GradientTape() as tape:
            loss = cross_entropy(piece["labels"], model(piece).logits) / n
        sums.add(tape.gradient(loss, sums.variables))
        start = end
    optimizer.apply_gradients(zip(sums.sums, sums.variables))


def largest_batch_size(try_step, batch_size):
    size, found = batch_size, None
    while found is None:
        try:
            try_step(size)
            found = size
        except tf.errors.OpError as error:
            if not isinstance(error, tf.errors.ResourceExhaustedError) or size < 2:
                raise
            size >>= 1
    return found
