# kind: hidden · the right desk may also be the second best
def make_metric():
    return tf.keras.metrics.SparseTopKCategoricalAccuracy(k=2)
