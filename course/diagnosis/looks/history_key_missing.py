"""The history of `fit` is asked for a value that it does not have."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    place = crash_place(facts)
    assert facts.crash is not None and facts.settings is not None
    name = facts.crash.message.strip("'\"")
    there = facts.settings.logged
    if facts.crash.error != "KeyError" or place is None or "hist" not in place.code or not there or name in there:
        return None
    known = ", ".join(f"`{each}`" for each in there)
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
