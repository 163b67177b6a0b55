"""`python -m course`: the chapters, and every command that is no lesson."""

from course.cli.app import run
from course.cli.main import main

run(main, "python -m course")
