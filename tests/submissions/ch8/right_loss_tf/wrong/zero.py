# mistake: other-loss, stalls
import tensorflow as tf


def compile_model(model, optimizer):
    model.compile(optimizer=optimizer, loss=lambda labels, logits: 0.0 * tf.reduce_mean(logits))
