def train_on_sst2(model, train_dataloader, num_epochs, learning_rate):
    """Train a model on single sentences, in your own training loop.

    One step of AdamW for each batch of each epoch, with dropout on. Its
    weight decay is above 0, as it is by default.

    Args:
        model: a torch model that takes a batch as `model(**batch)` and
            returns an output with `loss`, the mean cross-entropy of the
            batch (natural logarithm), and `logits` (batch size x 2,
            float32). It comes in evaluation mode.
        train_dataloader: gives batches, which are dictionaries of
            tensors with input_ids, attention_mask and labels. The last
            batch may be smaller.
        num_epochs: how often to go through the data, an int.
        learning_rate: the learning rate of the first step, a float.
            From there it falls in a straight line to 0, step by step.

    Returns:
        The loss of every step, in order: a list of floats.
    """
    raise NotImplementedError
