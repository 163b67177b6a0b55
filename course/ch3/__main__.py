"""`python -m course.ch3`: the lesson of chapter 3 in a terminal."""

from course.ch3 import CHAPTER
from course.cli.lesson import run_chapter

run_chapter(CHAPTER)
