def make_scheduled_optimizer(
    model,
    learning_rate,
    warmup_steps,
    total_steps,
    weight_decay,
):
    """Return an AdamW optimizer for a model, and its scheduler.

    Steps are counted from 0. The learning rate is 0 in step 0, rises
    linearly to `learning_rate` in step `warmup_steps`, and falls
    linearly to 0 in step `total_steps`. A learning rate that is one
    step early or late counts as right.

    Args:
        model: a DistilBertForSequenceClassification.
        learning_rate: the highest learning rate, a float.
        warmup_steps: the step with the highest learning rate, an int
            above 0.
        total_steps: the step in which the learning rate is 0 again, an
            int.
        weight_decay: the weight decay of AdamW, a float. It applies to
            all parameters, embeddings too, except biases and the
            parameters of every LayerNorm.

    Returns:
        (optimizer, scheduler): the optimizer trains all parameters of
        the model, with AdamW's usual betas, 0.9 and 0.999. The training
        loop calls `scheduler.step()` after each `optimizer.step()`.
    """
    raise NotImplementedError
