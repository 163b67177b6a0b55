def make_scheduled_optimizer(
    model,
    learning_rate,
    warmup_steps,
    total_steps,
    weight_decay,
):
    """Return an AdamW optimizer for a model, and its schedule.

    Steps count from 0. The rate of step 0 is 0; it rises in a straight
    line to `learning_rate` at step `warmup_steps`, and falls in a
    straight line to 0 at step `total_steps`. A rate that is one step
    early or late counts as right.

    Args:
        model: a DistilBertForSequenceClassification.
        learning_rate: the highest rate, a float.
        warmup_steps: at which step it is reached, an int above 0.
        total_steps: at which step the rate is 0 again, an int.
        weight_decay: of AdamW, a float. Biases and the parameters of
            every LayerNorm do not decay; all others do, embeddings too.

    Returns:
        (optimizer, scheduler): all parameters of the model are trained
        by the optimizer, with AdamW's usual betas, 0.9 and 0.999. Each
        `optimizer.step()` is followed by a `scheduler.step()`.
    """
    raise NotImplementedError
