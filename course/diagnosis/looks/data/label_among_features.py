"""One of the columns that the model is given is the label itself."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None
    column = facts.batch.label_column
    if column is None or not facts.loss_calls:
        return None
    rows = facts.loss_calls[0].targets.shape[0]
    return Found(
        "likely",
        {"column": column},
        [
            (N_("rows of the first batch"), rows),
            (N_("of these, rows in which this column tells the label"), rows),
            (N_("its number, counted from 0"), column),
        ],
    )


LOOK = Look(
    name="label-among-features",
    needs=("batch", "loss_calls"),
    find=find,
    title=N_("The inputs hold the label itself"),
    why=N_(
        "Column {column} of the inputs has one value for each label, so it gives the label away. The model learns to copy it: the scores are nearly perfect, and with new data, where the label is not known, it is of no use."
    ),
    change=N_("Take the column with the label, and whatever was made from it, out of the inputs."),
    terms=("feature", "label"),
)
