"""The toy's exercise: what is asked, and how it is judged. No answer ever sees this package."""

EXERCISES = ("largest-error",)
