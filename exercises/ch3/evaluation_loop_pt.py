def evaluate_model(model, dataloader, metric):
    """Return the scores of a model's predictions.

    Args:
        model: a torch model that takes a batch as `model(**batch)` and
            returns an output with `logits` (batch size x 2, float32).
            It may be in training mode or in evaluation mode.
        dataloader: gives batches, which are dictionaries of tensors
            with input_ids, attention_mask and labels. The last batch
            may be smaller. They are not on the model's device.
        metric: what `evaluate.load("glue", "mrpc")` returns.

    Returns:
        The dictionary of `metric.compute()`, for all examples together:
        accuracy and f1, floats between 0 and 1. The model is left as
        it was before the call.
    """
    raise NotImplementedError
