def make_metrics(metric):
    """Return the function that the Trainer calls after each evaluation.

    Args:
        metric: the name of the metric, a str: the first argument in
            `evaluate.load(metric, "mnli")`.

    Returns:
        A function that takes an EvalPrediction, which unpacks into
        logits (examples x labels, float32) and labels (examples,
        int64), and returns {"accuracy": a float between 0 and 1}.
    """
    raise NotImplementedError
