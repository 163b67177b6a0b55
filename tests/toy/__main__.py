"""`python -m toy`, with tests/ on the path: the toy's lesson in a terminal."""

from course.cli.lesson import run_chapter
from toy import CHAPTER

run_chapter(CHAPTER)
