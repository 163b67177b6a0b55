def accumulated_step(model, optimizer, batch, pieces):
    """Take one optimizer step on a batch that is too large at once.

    The step equals that of a backward pass on the whole batch. The
    sizes of the pieces may differ where `pieces` does not divide the
    batch evenly: every row counts the same. Gradients that were there
    before the call do not count.

    Args:
        model: called with a piece of the batch, `model(**piece)`, it
            returns an object whose `loss` is the mean over the rows of
            the piece, a scalar tensor.
        optimizer: a torch.optim.Optimizer of the model's parameters.
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
            is too large it raises torch.OutOfMemoryError, or on some
            devices a RuntimeError with "out of memory" in its text.
        batch_size: the first size to try, an int, a power of two.

    Returns:
        The first size for which `try_step` raised nothing, an int. The
        out-of-memory error of size 1, and any other error at once, are
        passed on.
    """
    raise NotImplementedError
