"""`python -m course`: what there is, and the commands that are no lesson."""

from course.cli.app import run
from course.cli.main import command

run(command, "python -m course")
