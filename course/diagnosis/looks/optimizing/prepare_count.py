"""`prepare` returns as many objects as it gets."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"(?:not enough|too many) values to unpack")
    if found is None or "prepare(" not in "".join(place.code for place in facts.crash.places):
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="prepare-count",
    needs=("crash",),
    find=find,
    title=N_("The names on the left do not match the objects that `prepare` got"),
    why=N_(
        "`accelerator.prepare` returns the objects that it was given, in the same order. Here, the number of names on the left differs from the number of objects."
    ),
    change=N_("Give `prepare` exactly the objects that you have names for."),
    terms=(
        "Accelerator",
        "argument",
    ),
)
