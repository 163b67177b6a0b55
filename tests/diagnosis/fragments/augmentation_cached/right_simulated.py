import tensorflow as tf


def simulate(_):
    frequency = tf.random.uniform([], 0.5, 3.0)
    return tf.sin(frequency * tf.linspace(0.0, 4.0, 40)), frequency


train = tf.data.Dataset.range(1500).map(simulate).cache().shuffle(1500).batch(50)
