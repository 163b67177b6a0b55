import tensorflow as tf
from transformers import GradientAccumulator


def accumulated_step(model, optimizer, batch, pieces):
    rows = int(tf.shape(batch["labels"])[0])
    gather = GradientAccumulator()

    @tf.function
    def gradients_of(piece):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(piece).loss) / rows
        return [tf.convert_to_tensor(g) for g in tape.gradient(loss, model.trainable_variables)]

    bounds = [round(i * rows / pieces) for i in range(pieces + 1)]
    for begin, end in zip(bounds, bounds[1:]):
        gather(gradients_of({k: v[begin:end] for k, v in batch.items()}))
    optimizer.apply_gradients(zip(gather.gradients, model.trainable_variables))


def largest_batch_size(try_step, batch_size):
    while True:
        try:
            try_step(batch_size)
        except Exception as error:
            if isinstance(error, tf.errors.ResourceExhaustedError) and batch_size > 1:
                batch_size = batch_size // 2
                continue
            raise
        break
    return batch_size
