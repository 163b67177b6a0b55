def measure(model, validation_set, metric):
    metric.reset_state()
    for inputs, labels in validation_set:
        logits = model(inputs, training=False).logits
        metric.update_state(labels, logits)
    return float(metric.result())
