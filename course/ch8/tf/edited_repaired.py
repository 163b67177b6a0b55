"""The same lines as in edited.py, repaired."""

import tensorflow as tf

from course.ch8.experiments import in_fives
from course.ch8.tf.experiments import first_batches, trials


def other_rate(make_model, checkpoint, train_set):
    _, train = trials(make_model, checkpoint)
    # the default of 1e-3, divided by ten
    return in_fives({"loss": train(first_batches(train_set, 20), 1e-4)})


def what_keras_gets(train_set):
    batch = next(iter(train_set))
    batch = batch, batch.pop("labels")
    inputs, labels, _ = tf.keras.utils.unpack_x_y_sample_weight(batch)
    return [{"inputs": ", ".join(inputs), "labels": str(labels)}]
