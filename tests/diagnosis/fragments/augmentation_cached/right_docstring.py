import tensorflow as tf


def decode(path, label):
    """Reads and resizes an image; the augmentation comes after the cache."""
    image = tf.io.decode_jpeg(tf.io.read_file(path), channels=3)
    return tf.image.resize(image, (224, 224)), label


def flip(image, label):
    return tf.image.random_flip_left_right(image), label


train_ds = paths.map(decode, num_parallel_calls=tf.data.AUTOTUNE).cache()
train_ds = train_ds.shuffle(2048).map(flip).batch(32).prefetch(2)
