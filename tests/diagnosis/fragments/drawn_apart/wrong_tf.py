import tensorflow as tf


def augment(image, mask):
    return tf.image.random_flip_left_right(image), tf.image.random_flip_left_right(mask)
