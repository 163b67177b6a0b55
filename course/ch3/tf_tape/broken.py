"""The wrong cells of chapter 3's second TensorFlow script: the same names and parameters as in script.py."""

import tensorflow as tf


def calculate_loss(model, loss_function, inputs, labels):
    logits = model(inputs).logits
    return loss_function(labels, logits)


def calculate_gradients(model, loss_function, inputs, labels):
    loss = calculate_loss(model, loss_function, inputs, labels)
    with tf.GradientTape() as tape:
        gradients = tape.gradient(loss, model.trainable_variables)
    return loss, gradients


def make_train_step(model, optimizer, loss_function):
    @tf.function
    def train_step(inputs, labels):
        loss, gradients = calculate_gradients(
            model, loss_function, inputs, labels
        )
        optimizer.apply_gradients(
            zip(gradients, model.trainable_variables)
        )
        return loss

    return train_step
