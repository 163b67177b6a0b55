# kind: half · the metric is reset before each batch, so only the last batch counts
def measure(model, validation_set, metric):
    for inputs, labels in validation_set:
        metric.reset_state()
        logits = model(inputs, training=False).logits
        metric.update_state(labels, logits)
    return float(metric.result())
