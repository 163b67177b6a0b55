def evaluate_model(model, dataloader, metric):
    """Return what a metric says of a model's predictions.

    Args:
        model: a torch model that takes a batch as `model(**batch)` and
            returns an output with `logits` (rows x 2, float32). It may
            be in training mode or in evaluation mode.
        dataloader: gives batches: dictionaries of tensors, with
            input_ids, attention_mask and labels. The last one may be
            smaller.
        metric: what `evaluate.load("glue", "mrpc")` returns.

    Returns:
        The dictionary of `metric.compute()`, for all rows together:
        accuracy and f1, floats between 0 and 1. The model is left as
        it was found.
    """
    raise NotImplementedError
