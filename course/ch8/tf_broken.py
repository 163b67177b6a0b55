"""The wrong cells of the TensorFlow script, for notebooks that were published when they stood here."""

from course.ch8.tf.broken import *  # noqa: F403
