"""Values of one length are written into a place of another."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="parts-of-other-lengths",
    needs=("crash",),
    find=by_message(
        r"could not broadcast input array from shape|x and y must have same first dimension"
        r"|Length of values \(\d+\) does not match length of index|cannot copy sequence with size"
        r"|shape mismatch: value array of shape|Columns must be same length as key"
        r"|Found input variables with inconsistent numbers of samples",
        "likely",
    ),
    title=N_("Two parts that belong together have different lengths"),
    why=N_(
        "What is written and the place for it, or two lists that should belong together row by row, have different lengths."
    ),
    change=N_(
        "Print both lengths. Often one of them belongs to another split, was filtered alone, or has lost its last batch."
    ),
    terms=("shape", "split"),
    last=True,
)
