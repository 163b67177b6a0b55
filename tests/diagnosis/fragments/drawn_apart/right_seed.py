import tensorflow as tf


def augment(image, mask, seed):
    image = tf.image.stateless_random_flip_left_right(image, seed=seed)
    mask = tf.image.stateless_random_flip_left_right(mask, seed=seed)
    return image, mask
