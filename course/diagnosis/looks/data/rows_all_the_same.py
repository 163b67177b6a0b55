"""Every row of the batch is the same."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import function_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None
    if not facts.batch.same_rows:
        return None
    inputs = facts.batch.inputs
    # an agent may begin in the same state in each of its worlds; examples of one kind have labels of several
    labelled = any(
        re.search("entropy|nll", call.name) and (call.targets.distinct or 0) > 1 for call in facts.loss_calls
    )
    if "input_ids" not in inputs and not labelled:
        return None
    read = inputs.get("input_ids") or next(each for each in inputs.values() if len(each.shape) > 1)
    return Found(
        "likely",
        {"rows": read.shape[0]},
        [
            (N_("rows of the batch"), read.shape[0]),
            (N_("different rows"), 1),
            (N_("first row"), facts.batch.row[0] if facts.batch.row else str(read.first)),
        ],
        function_place(facts, "__getitem__", "collate"),
    )


LOOK = Look(
    name="rows-all-the-same",
    needs=("batch",),
    find=find,
    title=N_("Every row of the batch is the same"),
    why=N_(
        "The first batch has {rows} rows, and they are all equal. So the model sees one example only, with several labels."
    ),
    change=N_("Look at how an example is fetched: its index must be used for the text and for the label."),
    terms=(
        "batch",
        "example",
    ),
)
