"""Runs `python -m course …` with short limits for the exercises on which attackers use up all of their time."""

from course.cli.app import run
from course.cli.main import main
from course.contents import find_exercise

SECONDS = {"know-your-data": 2.0, "metrics": 3.0}

for name, seconds in SECONDS.items():
    # a declaration is frozen for everybody else
    object.__setattr__(find_exercise(name), "seconds", seconds)
    object.__setattr__(find_exercise(name), "import_seconds", seconds)

run(main, "python -m course")
