def make_scheduled_optimizer(
    model,
    learning_rate,
    warmup_steps,
    total_steps,
    weight_decay,
):
    """Return an AdamW optimizer for a model, and its schedule.

    Steps are counted from 0. The learning rate is 0 in step 0, rises
    linearly to `learning_rate` in step `warmup_steps`, and falls
    linearly to 0 in step `total_steps`. A learning rate that is one
    step early or late counts as right.

    Args:
        model: a TFDistilBertForSequenceClassification that has its
            weights already.
        learning_rate: the highest learning rate, a float.
        warmup_steps: the step with the highest learning rate, an int
            above 0.
        total_steps: the step in which the learning rate is 0 again, an
            int.
        weight_decay: the weight decay of AdamW, a float. It applies to
            all parameters, embeddings too, except biases and the
            parameters of every LayerNorm.

    Returns:
        (optimizer, schedule): a Keras optimizer with the method
        `apply_gradients` and AdamW's usual betas, 0.9 and 0.999; and
        the schedule of its learning rate: `schedule(step)` returns a
        float, or a tensor that holds one.
    """
    raise NotImplementedError
