"""What was saved refers to a class or function that is not there."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="saved-by-reference",
    needs=("crash",),
    find=by_message(
        r"Can't get attribute '(?P<name>\w+)' on|Can't (?:pickle|get) local object"
        r"|cannot pickle '(?P<kind>[\w.]+)' object|Can't pickle"
    ),
    title=N_("What is saved, or sent to another process, cannot be written down by Python"),
    why=N_(
        "Python saves an object with the names of its class and functions, and not with their code. A class of another script, a `lambda`, a function within a function, or an open file cannot be found again."
    ),
    change=N_(
        "Save `model.state_dict()` in place of the model. Define classes and functions at the top level of a module that both programs import; for a DataLoader with workers, the collator as well."
    ),
    terms=("class", "process", "checkpoint"),
)
