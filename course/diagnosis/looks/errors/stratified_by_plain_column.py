"""A data set is to be stratified by a column that is no ClassLabel."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="stratified-by-plain-column",
    needs=("crash",),
    find=by_message(r"only supported for ClassLabel column"),
    title=N_("A data set is split by a column that is no `ClassLabel`"),
    why=N_(
        "`train_test_split(stratify_by_column=…)` needs to know the classes. The column has plain numbers or texts."
    ),
    change=N_('Turn it into one first: `data = data.class_encode_column("label")`.'),
    terms=("split", "column", "label"),
)
