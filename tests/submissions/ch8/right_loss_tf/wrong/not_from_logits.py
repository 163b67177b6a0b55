# mistake: probabilities, stalls
import tensorflow as tf


def compile_model(model, optimizer):
    model.compile(
        optimizer=optimizer,
        loss=tf.keras.losses.SparseCategoricalCrossentropy(),
    )
