"""A model has no method that computes its outputs."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"is missing the required \"forward\" function|does not have a `call\(\)` method implemented|must implement (?:the )?`?(?:forward|call)",
    )
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="forward-missing",
    needs=("crash",),
    find=find,
    title=N_("The model has no method that computes its outputs"),
    why=N_(
        "A model of PyTorch computes in `forward`, one of Keras in `call`. This class has no method with that name: it may be misspelled, or be indented into another function."
    ),
    change=N_(
        "Write `def forward(self, …)` (with Keras `def call(self, …)`) directly in the class, and return the outputs."
    ),
    terms=(
        "forward pass",
        "class",
    ),
)
