import tensorflow as tf

train_ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(10000).batch(64, drop_remainder=True)
test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(64, drop_remainder=True)
model.fit(train_ds, epochs=5)
model.evaluate(test_ds)
