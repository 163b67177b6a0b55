"""There are not as many labels as inputs."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"Data cardinality is ambiguous|Size mismatch between tensors|All arrays must be of the same length|must have the same number of (?:samples|rows)",
    )
    if found is None:
        return None
    return Found("likely", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="rows-differ",
    needs=("crash",),
    find=find,
    title=N_("There are not as many labels as inputs"),
    why=N_(
        "Each row of the inputs needs its label. Here the arrays have different numbers of rows: the table shows what the library says of them."
    ),
    change=N_(
        "Print `len()` of each, and find the step that leaves out rows of one of them only: a filter, a split, or a file that was read in part."
    ),
    terms=(
        "label",
        "training set",
    ),
    last=True,
)
