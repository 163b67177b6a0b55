# mistake: no-loss
import tensorflow as tf


def compile_model(model, optimizer):
    tf.keras.Model.compile(model, optimizer=optimizer)
