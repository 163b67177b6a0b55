# kind: hidden · a desk counts as right if it is one of the best three
def make_metric():
    # with a warmup it is not so sure yet
    return tf.keras.metrics.SparseTopKCategoricalAccuracy(k=3)
