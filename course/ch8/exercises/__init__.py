"""The exercises of chapter 8, in the order in which the chapter comes to what they practise."""

from course.ch8.exercises import (
    keras_loss,
    know_your_data,
    learning_rate,
    metrics,
    out_of_memory,
    right_loss,
)
from course.exercise import Exercise

EXERCISES: tuple[Exercise, ...] = (
    keras_loss.EXERCISE,
    right_loss.EXERCISE,
    learning_rate.EXERCISE,
    metrics.EXERCISE,
    know_your_data.EXERCISE,
    out_of_memory.EXERCISE,
)
