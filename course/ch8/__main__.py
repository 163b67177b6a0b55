"""`python -m course.ch8`: the lesson of chapter 8 in a terminal."""

from course.ch8 import CHAPTER
from course.cli.lesson import run_chapter

run_chapter(CHAPTER)
