def can_learn(model, batch, make_optimizer):
    """Say whether the model can overfit this one batch.

    It can if the mean loss of the batch falls below 0.05 within 30
    steps, each with the gradient of the mean loss, in training mode or
    in evaluation mode. Frozen weights stay frozen while it is trained.
    Afterwards the model is as it was before: its weights, its mode
    (training or evaluation) and the requires_grad of its weights. No
    gradients are left.

    Args:
        model: a model for sequence classification. model(**batch)
            returns an object with a loss, the mean over the batch (a
            tensor without dimensions), and logits (examples x labels).
        batch: a dict with "input_ids" and "attention_mask" (examples x
            tokens, int64) and "labels" (examples, int64), all tensors.
        make_optimizer: a function that takes parameters, with the
            frozen ones or without, and returns a new optimizer for
            them.

    Returns:
        True or False.
    """
    raise NotImplementedError
