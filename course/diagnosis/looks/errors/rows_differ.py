"""There are not as many labels as inputs."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="rows-differ",
    needs=("crash",),
    find=by_message(
        r"Data cardinality is ambiguous|Size mismatch between tensors|All arrays must be of the same length|must have the same number of (?:samples|rows)",
        "likely",
    ),
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
