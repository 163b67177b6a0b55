def predict(model, validation_set):
    labels, logits = [], []
    for inputs, batch_labels in validation_set:
        logits.append(model(inputs, training=False).logits)
        labels.append(batch_labels)
    return tf.concat(labels, axis=0), tf.concat(logits, axis=0)


def measure(model, validation_set, metric):
    labels, logits = predict(model, validation_set)
    metric.reset_state()
    metric.update_state(labels, logits)
    assert int(metric.count) == len(labels)
    return float(metric.result())
