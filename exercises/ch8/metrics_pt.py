def make_metrics(metric):
    """Return the function that the Trainer calls after each evaluation.

    Args:
        metric: the name of the metric or the directory that holds it, a
            str: the first argument of `evaluate.load(metric, "mnli")`.
            After the first evaluation it can no longer be loaded.

    Returns:
        A function that takes an EvalPrediction, which unpacks into
        logits (examples x labels, float32) and labels (examples,
        int64), NumPy arrays both, and returns {"accuracy": a float
        between 0 and 1}.
    """
    raise NotImplementedError
