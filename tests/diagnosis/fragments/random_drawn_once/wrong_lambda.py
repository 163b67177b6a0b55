import tensorflow as tf

rows = tf.data.Dataset.from_tensor_slices((x, y)).map(lambda a, b: (a + np.random.normal(0, 0.1, size=(8,)), b)).batch(32)
