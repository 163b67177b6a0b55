"""Chapters as notebooks: one for each framework and language, from the same declarations as the lesson in a terminal."""
