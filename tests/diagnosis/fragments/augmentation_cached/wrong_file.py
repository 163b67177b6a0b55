import tensorflow as tf


def augment(image, label):
    return tf.image.random_flip_left_right(image), label


train_ds = train_ds.map(preprocess).map(augment).cache("/tmp/train.cache")
train_ds = train_ds.shuffle(1000).batch(32)
