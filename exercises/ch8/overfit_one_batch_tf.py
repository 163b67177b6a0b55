def can_learn(model, batch, make_optimizer):
    """Say whether the model can overfit this one batch.

    It can if the mean loss of the batch falls below 0.05 within 30
    steps, each with the gradient of the mean loss. Frozen weights stay
    frozen while it is trained. Afterwards the model is as it was
    before: its weights, and which of them can be trained.

    Args:
        model: a model for sequence classification. model(batch)
            returns an object with a loss, one number for each example
            (examples, float32), and logits (examples x labels).
        batch: a dict with "input_ids" and "attention_mask" (examples x
            tokens, int64) and "labels" (examples, int64), all tensors.
        make_optimizer: a function that takes no arguments and returns
            a new optimizer.

    Returns:
        True or False.
    """
    raise NotImplementedError
