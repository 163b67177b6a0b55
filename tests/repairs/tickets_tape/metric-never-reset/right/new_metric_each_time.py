def measure(model, validation_set, metric) -> float:
    # a copy with the same settings, and without the old sums
    fresh = type(metric).from_config(metric.get_config())
    for inputs, labels in validation_set:
        logits = model(inputs, training=False).logits
        fresh.update_state(labels, logits)
    return float(fresh.result())
