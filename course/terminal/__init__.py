"""The lesson, the exercises and the quiz in a terminal."""
