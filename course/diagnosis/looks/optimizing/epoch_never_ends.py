"""Keras is given data without an end, and nothing says how many batches an epoch has."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.settings is not None
    name = facts.settings.endless
    if not name:
        return None
    option = "steps_per_epoch" if name == "x" else "validation_steps"
    return Found(
        "certain",
        {"name": name, "option": option},
        [(N_("data set without an end"), f"`{name}`"), (f"`{option}`", "None")],
        call_place(facts, "repeat") or call_place(facts, "fit"),
    )


LOOK = Look(
    name="epoch-never-ends",
    needs=("settings",),
    find=find,
    title=N_("The data set has no end, and so the epoch has none"),
    why=N_(
        "In each epoch, `fit` goes through the data set `{name}` to its end. This one is repeated for ever, and `{option}` is not set. Keras 2 refuses that with an error; in Keras 3 the first epoch never ends."
    ),
    change=N_("Leave out `repeat()`: `fit` begins the data set anew in each epoch. Or set `{option}`."),
    terms=("epoch", "step"),
    raises=True,
)
