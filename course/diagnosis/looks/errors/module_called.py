"""A module is called like a function."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="module-called",
    needs=("crash",),
    find=by_message(r"'module' object is not callable"),
    title=N_("A module is called like a function"),
    why=N_("The name stands for a whole module. The function or the class of the same name lies inside it."),
    change=N_("Import the function itself, as in `from tqdm import tqdm`, or call `tqdm.tqdm(…)`."),
    terms=("exception",),
    last=True,
)
