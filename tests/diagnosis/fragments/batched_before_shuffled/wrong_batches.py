import tensorflow as tf

train = tf.data.Dataset.from_tensor_slices((x, y)).batch(32).shuffle(1000)
test = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(32)
