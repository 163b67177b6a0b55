import tensorflow as tf

rows = tf.data.Dataset.from_tensor_slices((x, y))
rows = rows.shuffle(buffer_size=1500, seed=42)
validation = rows.take(300).batch(32)
train = rows.skip(300).batch(32)
