"""Some labels have no value."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

ABOUT = re.compile(r"\bNone|create tensor|expected sequence|inhomogeneous|object_")
"""What an error says that is about values that are missing."""
NO_TENSOR = re.compile(r"infer dtype of NoneType|must be real number, not NoneType")
"""What it says where a tensor is to be made of one."""


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if not ABOUT.search(facts.crash.message):
        return None
    empty = [name for name, values in facts.crash.examples.items() if values.dtype == "NoneType"]
    if NO_TENSOR.search(facts.crash.message):
        # a row that a data set of one's own makes; in its line, the column has another name
        empty += [name for name, words in facts.crash.live.items() if "NoneType" in words]
    if not empty:
        return None
    return Found(
        "certain",
        {"column": empty[0]},
        [(N_("error message"), facts.crash.message[:160]), (N_("column with values that are missing"), empty[0])],
        crash_place(facts),
    )


LOOK = Look(
    name="label-without-value",
    needs=("crash",),
    find=find,
    title=N_("Some examples have no value in a column"),
    why=N_(
        "In this batch, the column `{column}` has examples without a value (`None`). No tensor can be made of that."
    ),
    change=N_(
        'Take these examples out before training: `data.filter(lambda row: row["{column}"] is not None)`. Or look why a function for `map` gives them no value.'
    ),
    terms=("column", "label", "example"),
)
