"""A class is used where an object of it is needed."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"missing 1 required positional argument: 'self'")
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="class-not-called",
    needs=("crash",),
    find=find,
    title=N_("The class is used, and no object was made of it"),
    why=N_(
        "The name stands for the class itself. Its methods need an object, which comes into being when the class is called."
    ),
    change=N_("Write the parentheses: `model = Net()`, `loss_function = nn.CrossEntropyLoss()`."),
    terms=(
        "class",
        "argument",
    ),
)
