"""The data set has fewer rows than a batch, and no batch is left."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if facts.without_batches is None:
        return None
    rows, size = facts.without_batches
    return Found(
        "certain",
        {"rows": rows, "size": size},
        [
            (N_("rows of the data set"), rows),
            (N_("rows of a batch"), size),
            ("`drop_last`", "True"),
            (N_("batches"), 0),
        ],
        call_place(facts, "DataLoader", option="drop_last") or call_place(facts, "DataLoader"),
    )


LOOK = Look(
    name="no-batches",
    needs=("source",),
    find=find,
    title=N_("There is no batch to train with"),
    why=N_(
        "The data set has {rows} rows, and a batch {size}. A last batch that is not full is left out, and here it is the only one. So a loop over the batches ends before its first step."
    ),
    change=N_("Choose a smaller batch size, or leave `drop_last=True` away."),
    terms=(
        "batch",
        "batch size",
        "DataLoader",
    ),
    raises=True,
)
