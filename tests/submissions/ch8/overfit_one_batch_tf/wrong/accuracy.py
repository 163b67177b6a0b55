# mistake: slowly, stands-still
import numpy as np
import tensorflow as tf


def can_learn(model, batch, make_optimizer):
    before = model.get_weights()
    optimizer = make_optimizer()
    for _ in range(30):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch).loss)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    logits = model(batch).logits.numpy()
    model.set_weights(before)
    return np.mean(logits.argmax(-1) == batch["labels"].numpy()) == 1
