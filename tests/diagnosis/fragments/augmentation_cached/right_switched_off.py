import tensorflow as tf


def load(path, label, training):
    image = tf.image.resize(tf.io.decode_png(tf.io.read_file(path)), (128, 128))
    if training:
        image = tf.image.random_flip_left_right(image)
        image = tf.image.random_brightness(image, 0.1)
    return image, label


train_ds = train_files.map(lambda p, y: load(p, y, training=True)).shuffle(1000).batch(32)
val_ds = val_files.map(lambda p, y: load(p, y, training=False)).cache().batch(32)
