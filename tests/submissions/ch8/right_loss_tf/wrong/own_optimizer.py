# mistake: other-optimizer
import tensorflow as tf


def compile_model(model, optimizer):
    model.compile(optimizer=tf.keras.optimizers.Adam(1e-3))
