# mistake: one-task
import tensorflow as tf


def loss(labels, logits):
    labels = tf.cast(tf.reshape(labels, [-1]), tf.int32)
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)


def compile_model(model, optimizer):
    model.compile(optimizer=optimizer, loss=loss)
