def train_with_accelerate(
    accelerator,
    model,
    optimizer,
    train_dataloader,
    eval_dataloader,
    metric,
):
    """Train for one epoch and evaluate, in one process or in several.

    Every process calls this function and works on its own part of the
    batches.

    Args:
        accelerator: an `accelerate.Accelerator`.
        model: a torch model that takes a batch as `model(**batch)` and
            returns an output with `loss` and `logits` (batch size x 2,
            float32). It comes in evaluation mode.
        optimizer: a torch optimizer of the weights of `model`.
        train_dataloader, eval_dataloader: each gives batches, which
            are dictionaries of tensors with input_ids, attention_mask
            and labels. The last batch may be smaller.
        metric: what `evaluate.load("glue", "mrpc")` returns.

    Returns:
        The dictionary of `metric.compute()`: accuracy and f1 on all
        examples of `eval_dataloader`, from all processes, each example
        once. Only the main process has to return it.
    """
    raise NotImplementedError
