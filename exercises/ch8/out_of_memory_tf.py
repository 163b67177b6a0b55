def accumulated_step(model, optimizer, batch, pieces):
    """Take one optimizer step on a batch that is too large at once.

    The step equals that of the gradient of the mean loss over the whole
    batch. The sizes of the pieces may differ where `pieces` does not
    divide the batch evenly: every row counts the same.

    Args:
        model: called with a piece of the batch, `model(piece)`, it
            returns an object whose `loss` holds the loss of each row,
            (rows of the piece,) float32, as TensorFlow models of
            Transformers do. The gradient of its embeddings is a
            tf.IndexedSlices, as there; tf.convert_to_tensor makes a
            tensor of it.
        optimizer: a tf.keras optimizer.
        batch: a dict of tensors with the same number of rows:
            input_ids and attention_mask (rows x length, int64), labels
            (rows, int64).
        pieces: into how many parts the batch is to be divided, an int
            of at most the number of rows. At no time may more than
            rows / pieces rows, rounded up, be between their forward
            pass and their backward pass.
    """
    raise NotImplementedError


def largest_batch_size(try_step, batch_size):
    """Return the first batch size that fits into memory.

    Tries `batch_size`, then half of it, and so on down to 1.

    Args:
        try_step: `try_step(size)` runs a training step. Where the size
            is too large it raises tf.errors.ResourceExhaustedError.
        batch_size: the first size to try, an int, a power of two.

    Returns:
        The first size for which `try_step` raised nothing, an int. The
        out-of-memory error of size 1, and any other error at once, are
        passed on.
    """
    raise NotImplementedError
