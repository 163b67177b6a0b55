def make_metric():
    return tf.keras.metrics.SparseCategoricalAccuracy()
