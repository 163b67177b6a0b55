def can_learn(model, batch, make_optimizer):
    """Say whether the model can learn this one batch by heart.

    It can if the mean loss of the batch falls below 0.05 within 30
    steps. Afterwards the model's weights are as they were.

    Args:
        model: a model for sequence classification: model(batch) has
            a loss, one for each row (rows, float32), and logits (rows
            x labels).
        batch: a dict with "input_ids" and "attention_mask" (rows x
            tokens, int64) and "labels" (rows, int64), all tensors.
        make_optimizer: a function that takes nothing and returns a
            new optimizer.

    Returns:
        True or False.
    """
    raise NotImplementedError
