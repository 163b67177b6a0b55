def train_with_accelerate(
    accelerator,
    model,
    optimizer,
    train_dataloader,
    eval_dataloader,
    metric,
):
    """Train for one epoch, evaluate, on as many processes as there are.

    Every process calls this function, and each is to do its share.

    Args:
        accelerator: an `accelerate.Accelerator`.
        model: a torch model that takes a batch as `model(**batch)` and
            returns an output with `loss` and `logits` (rows x 2,
            float32). It comes in evaluation mode.
        optimizer: a torch optimizer of its weights.
        train_dataloader, eval_dataloader: give batches: dictionaries
            of tensors, with input_ids, attention_mask and labels. The
            last one may be smaller.
        metric: what `evaluate.load("glue", "mrpc")` returns.

    Returns:
        The dictionary of `metric.compute()`: accuracy and f1 of all
        rows of `eval_dataloader`, those of all processes, each once.
    """
    raise NotImplementedError
