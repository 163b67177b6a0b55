import tensorflow as tf

images = tf.data.Dataset.from_tensor_slices(x_train)
labels = tf.data.Dataset.from_tensor_slices(y_train)
train = tf.data.Dataset.zip((images, labels)).shuffle(1000).batch(32)
