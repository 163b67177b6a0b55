"""The last value of a window of a series is the one that is to be predicted."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.look import Found, Look
from course.i18n import N_

SERIES = re.compile(r"window|look_?back|horizon|forecast|(?<![a-z])lags?(?![a-z])|time_?series", re.IGNORECASE)
"""What is in the text of programs that predict what comes next; others may ask for a number that they give, as a task."""


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None
    rows = facts.batch.last_is_target
    if not rows or not SERIES.search(facts.source):
        return None
    return Found(
        "likely",
        {"rows": rows},
        [(N_("rows of the first batch"), rows), (N_("of these, rows that end with their target"), rows)],
    )


LOOK = Look(
    name="target-is-last-value",
    needs=("batch", "loss_calls"),
    find=find,
    title=N_("Each window ends with the value that is to be predicted"),
    why=N_(
        "In all {rows} rows of the first batch, the last value of the inputs is the target itself. The model only has to copy it: the error is far lower than a forecast can have, and with new data, where the next value is not known, it is of no use."
    ),
    change=N_(
        "Let each window end before its target: the inputs `series[i : i + length]` with the target `series[i + length]`."
    ),
    terms=("target", "feature"),
)
