import tensorflow as tf

rows = tf.data.Dataset.from_tensor_slices((x, y))
pairs = tf.data.Dataset.zip((rows.shuffle(1000), rows.shuffle(1000))).map(make_pair).batch(32)
