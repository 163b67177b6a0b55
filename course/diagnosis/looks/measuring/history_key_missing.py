"""The history of `fit`, or the name of a file, is asked for a value that there is not."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

IN_NAME = re.compile(r"Failed to format this callback filepath.*Reason: \\*'(\w+)", re.DOTALL)
"""What Keras says of the name of a file that should have a value in it."""


def find(facts: Facts) -> Found | None:
    place = crash_place(facts)
    assert facts.crash is not None and facts.settings is not None
    in_name = IN_NAME.search(facts.crash.message)
    name = in_name[1] if in_name else facts.crash.message.strip("'\"")
    there = facts.settings.logged
    if facts.crash.error != "KeyError" or place is None or not there or name in there:
        return None
    if not in_name and "hist" not in place.code:
        return None
    known = ", ".join(f"`{each}`" for each in there)
    if in_name:
        place = call_place(facts, "ModelCheckpoint", option="filepath") or place
    return Found("certain", {"name": name, "there": known}, [(N_("values after an epoch"), known)], place)


LOOK = Look(
    name="history-key-missing",
    needs=("crash", "settings"),
    find=find,
    title=N_("The history has no value with this name"),
    why=N_(
        "`fit` keeps the loss and the metrics of each epoch under the names that the model was compiled with: {there}. There is no `{name}`."
    ),
    change=N_("Ask for one of these names. Those that begin with `val_` are there if `fit` gets `validation_data`."),
    terms=(
        "metric",
        "epoch",
        "Keras",
    ),
)
