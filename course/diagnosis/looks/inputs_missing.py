"""A model with several inputs gets another number of them."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"expects (\d+) (?:named )?input\(s\).* but it received (\d+) input")
    if found is None:
        return None
    return Found(
        "certain",
        {"made": found.group(1), "got": found.group(2)},
        [(N_("error message"), found.string[:160])],
        crash_place(facts),
    )


LOOK = Look(
    name="inputs-missing",
    needs=("crash",),
    find=find,
    title=N_("The model gets another number of inputs"),
    why=N_("The model was made with {made} inputs, and is given {got}."),
    change=N_(
        "Give the inputs as one list in the order of the model, `fit([first, second], labels)`, or as a dictionary with their names."
    ),
    terms=(
        "Keras",
        "batch",
    ),
)
