"""Keras does not know the ending of a file name."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"Invalid filepath extension|filepath provided must end in|must end with `?\.\w+")
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="file-ending",
    needs=("crash",),
    find=find,
    title=N_("The name of the file has another ending"),
    why=N_(
        "Keras tells from the ending of the name how a model is saved: `.keras` for the whole model, `.weights.h5` for its weights."
    ),
    change=N_('Write the ending, for example `model.save("model.keras")` or `save_weights("model.weights.h5")`.'),
    terms=(
        "Keras",
        "checkpoint",
        "weight",
    ),
)
