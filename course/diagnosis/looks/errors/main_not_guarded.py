"""A program starts processes that start the program again."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="main-not-guarded",
    needs=("crash",),
    find=by_message(
        r"finished its bootstrapping phase|DataLoader worker \(pid(?:\(s\))? .*\) (?:exited|is killed)",
        "likely",
    ),
    title=N_("The processes of the DataLoader cannot start, or were ended"),
    why=N_(
        "On Windows and macOS, and from Python 3.14 on under Linux too, each worker process imports your program. What stands outside of a function then runs once more in each. Workers are also ended if memory runs out."
    ),
    change=N_('Put the training into a function, and call it under `if __name__ == "__main__":`. Try `num_workers=0`.'),
    terms=("DataLoader", "process"),
)
