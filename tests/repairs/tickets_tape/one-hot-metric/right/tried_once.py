def check_metric(metric) -> None:
    labels = tf.constant([0, 3, 1])
    right = tf.one_hot([0, 3, 1], 4)
    wrong = tf.one_hot([1, 2, 0], 4)
    for logits, expected in ((right, 1.0), (wrong, 0.0)):
        metric.reset_state()
        metric.update_state(labels, logits)
        assert float(metric.result()) == expected
    metric.reset_state()


def make_metric():
    metric = tf.keras.metrics.MeanMetricWrapper(
        tf.keras.metrics.sparse_categorical_accuracy, name="accuracy"
    )
    check_metric(metric)
    return metric
