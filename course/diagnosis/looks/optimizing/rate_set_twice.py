"""A callback sets a learning rate that a schedule says already."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.diagnosis.messages import by_message
from course.i18n import N_

by_error = by_message(r"created with a `LearningRateSchedule` object|learning rate is not settable")


def find(facts: Facts) -> Found | None:
    found = by_error(facts)
    if found is not None or facts.crash is not None or facts.settings is None or facts.settings.rate_setter is None:
        return found
    callback, schedule = facts.settings.rate_setter
    rows = [(N_("callback"), f"`{callback}`"), (N_("learning rate schedule"), f"`{schedule}`")]
    return Found("certain", {}, rows, call_place(facts, callback))


LOOK = Look(
    name="rate-set-twice",
    needs=(),
    find=find,
    title=N_("The learning rate is set in two ways"),
    why=N_(
        "The optimizer has a schedule, which says the learning rate of each step. Your program, or a callback such as `ReduceLROnPlateau`, wants to set another one."
    ),
    change=N_("Keep one of the two: leave out the callback, or give the optimizer a number in place of the schedule."),
    terms=("learning rate", "learning rate schedule", "callback"),
    raises=True,
)
