"""The exercises of chapter 8, in the order in which the chapter comes to what they practise."""

from course.ch8.exercises import (
    keras_loss,
    know_your_data,
    label_count,
    learning_rate,
    metrics,
    nan_detective,
    out_of_memory,
    overfit_one_batch,
    pad_and_mask,
    right_loss,
    trainer_inputs,
)
from course.exercise import Exercise

EXERCISES: tuple[Exercise, ...] = (
    keras_loss.EXERCISE,
    right_loss.EXERCISE,
    trainer_inputs.EXERCISE,
    nan_detective.EXERCISE,
    label_count.EXERCISE,
    pad_and_mask.EXERCISE,
    learning_rate.EXERCISE,
    metrics.EXERCISE,
    know_your_data.EXERCISE,
    overfit_one_batch.EXERCISE,
    out_of_memory.EXERCISE,
)
