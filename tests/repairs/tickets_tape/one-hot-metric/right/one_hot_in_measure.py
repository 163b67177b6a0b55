def measure(model, validation_set, metric):
    metric.reset_state()
    for inputs, labels in validation_set:
        logits = model(inputs, training=False).logits
        # CategoricalAccuracy expects a row of four for each label
        metric.update_state(tf.one_hot(labels, depth=4), logits)
    return float(metric.result())
