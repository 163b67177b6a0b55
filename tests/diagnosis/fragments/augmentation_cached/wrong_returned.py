import tensorflow as tf


def augment(image, label):
    image = tf.image.random_flip_left_right(image)
    return tf.image.random_contrast(image, 0.8, 1.2), label


def prepare(ds, training):
    ds = ds.map(resize)
    if training:
        ds = ds.map(augment, num_parallel_calls=tf.data.AUTOTUNE)
    return ds.cache().shuffle(1000).batch(32).prefetch(tf.data.AUTOTUNE)
