def can_learn(model, batch, make_optimizer):
    """Say whether the model can learn this one batch by heart.

    It can if the mean loss of the batch falls below 0.05 within 30
    steps. Afterwards the model is as it was: its weights, its mode
    (training or evaluation), requires_grad of its weights, and no
    gradients are left.

    Args:
        model: a model for sequence classification: model(**batch) has
            a loss, the mean of the batch (a tensor without
            dimensions), and logits (rows x labels).
        batch: a dict with "input_ids" and "attention_mask" (rows x
            tokens, int64) and "labels" (rows, int64), all tensors.
        make_optimizer: a function that takes parameters and returns a
            new optimizer for them.

    Returns:
        True or False.
    """
    raise NotImplementedError
