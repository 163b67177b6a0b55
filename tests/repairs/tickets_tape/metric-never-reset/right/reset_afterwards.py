def measure(model, validation_set, metric):
    for inputs, labels in validation_set:
        logits = model(inputs, training=False).logits
        metric.update_state(labels, logits)
    accuracy = float(metric.result())
    # leave it empty for the next epoch
    metric.reset_state()
    return accuracy
