# kind: half · the labels become rows of one number, whose largest is always at 0
def measure(model, validation_set, metric):
    metric.reset_state()
    for inputs, labels in validation_set:
        logits = model(inputs, training=False).logits
        metric.update_state(tf.expand_dims(labels, axis=-1), logits)
    return float(metric.result())
