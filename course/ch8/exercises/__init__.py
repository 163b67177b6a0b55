"""The exercises of chapter 8, in the order in which the chapter comes to what they practise."""

from course.ch8.exercises import metrics
from course.exercise import Exercise

EXERCISES: tuple[Exercise, ...] = (metrics.EXERCISE,)
