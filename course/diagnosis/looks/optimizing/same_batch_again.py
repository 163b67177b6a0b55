"""Every step trains on the same rows."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

STEPS = 16
"""How many steps must have been taken until it can be told."""


def find(facts: Facts) -> Found | None:
    assert facts.training is not None and facts.batch is not None
    rows, there, steps = facts.training.rows, facts.training.rows_there, facts.training.steps
    inputs = facts.batch.inputs
    read = inputs.get("input_ids") or next((each for each in inputs.values() if len(each.shape) > 1), None)
    size = read.shape[0] if read is not None else 0
    # where texts are cut short there are few different rows as well, but a batch has only some of them, or many times the same
    again = rows == facts.training.first_rows and 2 * rows > size > 0
    if there is None or not again or 4 * rows > there or steps < STEPS:
        return None
    return Found(
        "likely",
        {"rows": rows, "there": there, "steps": steps},
        [
            (N_("training steps that were watched"), steps),
            (N_("different rows that were trained on"), rows),
            (N_("rows of the data set"), there),
        ],
        call_place(facts, "next", "iter"),
    )


LOOK = Look(
    name="same-batch-again",
    needs=("training", "batch"),
    find=find,
    title=N_("Every step trains on the same rows"),
    why=N_(
        "{steps} steps were watched, and all of them were on the same {rows} rows, although the data set has {there}. The model learns these by heart, and nothing else."
    ),
    change=N_(
        "Take the next batch in each step: `for batch in loader`. `next(iter(loader))` begins anew each time, and gives the first batch again."
    ),
    terms=(
        "batch",
        "DataLoader",
        "step",
    ),
)
