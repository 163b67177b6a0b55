"""The loss looks for the classes on another axis."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"Expected target size \[\d+, \d+\], got")
    if found is None:
        return None
    return Found(
        "certain",
        {},
        [(N_("error message"), found.string[:160])],
        call_place(facts, "cross_entropy", "CrossEntropyLoss") or crash_place(facts),
    )


LOOK = Look(
    name="classes-on-another-axis",
    needs=("crash",),
    find=find,
    title=N_("The loss looks for the classes on another axis"),
    why=N_(
        "The cross-entropy of PyTorch takes the second axis of its inputs for the classes. Here the classes are on the last axis."
    ),
    change=N_(
        "Put all tokens into one axis, `logits.view(-1, classes)` and `labels.view(-1)`, or exchange the axes with `logits.transpose(1, 2)`."
    ),
    terms=(
        "shape",
        "cross-entropy",
        "logits",
    ),
)
