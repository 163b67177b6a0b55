def make_metrics(metric):
    """Return the function that the Trainer calls after each evaluation.

    Args:
        metric: what `evaluate.load(metric, "mnli")` loads, a str.

    Returns:
        A function that takes an EvalPrediction, which unpacks into
        logits (rows x labels, float32) and labels (rows, int64), and
        returns {"accuracy": a float between 0 and 1}.
    """
    raise NotImplementedError
