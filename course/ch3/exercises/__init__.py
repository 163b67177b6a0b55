"""The exercises of chapter 3, in the order in which the chapter comes to what they practise."""

from course.ch3.exercises import (
    accelerate,
    columns,
    evaluation_loop,
    schedule,
    sst2,
)
from course.exercise import Exercise

EXERCISES: tuple[Exercise, ...] = (
    columns.EXERCISE,
    schedule.EXERCISE,
    evaluation_loop.EXERCISE,
    sst2.EXERCISE,
    accelerate.EXERCISE,
)
