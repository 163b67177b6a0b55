def accumulated_step(model, optimizer, batch, pieces):
    """Take one optimizer step on a batch that is too large at once.

    The step is the same as with the gradient of the mean loss over the
    whole batch. Where `pieces` does not divide the batch evenly, the
    pieces differ in size, but every example counts the same.

    Args:
        model: called with a piece of the batch, `model(piece)`, it
            returns an object whose `loss` holds the loss of each
            example in the piece, (examples,) float32. The TensorFlow
            models of Transformers do the same. As in these models, the
            gradient of the embeddings is a tf.IndexedSlices;
            tf.convert_to_tensor makes a tensor of it.
        optimizer: a tf.keras optimizer.
        batch: a dict of tensors: input_ids and attention_mask (examples
            x length, int64), labels (examples, int64).
        pieces: the number of pieces into which the batch is divided, an
            int, at most the number of examples. Memory may never hold
            the activations of more than examples / pieces examples,
            rounded up: each piece goes through its forward pass and its
            backward pass before the next piece begins. More and smaller
            pieces are right, too.
    """
    raise NotImplementedError


def largest_batch_size(try_step, batch_size):
    """Return the first batch size that fits into memory.

    The sizes to try are `batch_size`, half of it, and so on down to 1.

    Args:
        try_step: `try_step(size)` runs a training step. If the size is
            too large, it raises tf.errors.ResourceExhaustedError.
        batch_size: the first size to try, an int, a power of two.

    Returns:
        The first size for which `try_step` raised no error, an int.

    Raises:
        The out-of-memory error of size 1, or at once any other error
        that `try_step` raised.
    """
    raise NotImplementedError
