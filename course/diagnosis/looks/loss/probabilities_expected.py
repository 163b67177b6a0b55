"""The loss expects probabilities and gets logits."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"all elements of (?:input|target) should be between 0 and 1")
    if found is None:
        return None
    return Found(
        "certain",
        {},
        [(N_("error message"), found.string[:160])],
        call_place(facts, "BCELoss", "binary_cross_entropy") or crash_place(facts),
    )


LOOK = Look(
    name="probabilities-expected",
    needs=("crash",),
    find=find,
    title=N_("The loss expects probabilities and gets logits"),
    why=N_("`binary_cross_entropy` takes probabilities between 0 and 1. Logits can have any value."),
    change=N_(
        "Use `binary_cross_entropy_with_logits`, or `BCEWithLogitsLoss`, which apply the sigmoid function themselves."
    ),
    terms=(
        "logits",
        "probability",
        "loss function",
    ),
)
