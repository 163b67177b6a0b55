"""The order of the rows is said in two ways."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="order-said-twice",
    needs=("crash",),
    find=by_message(
        r"sampler option is mutually exclusive with shuffle|batch_sampler option is mutually exclusive"
        r"|expected unspecified shuffle option"
    ),
    title=N_("The order of the rows is said in two ways"),
    why=N_(
        "A sampler decides the order of the rows, and so does `shuffle`. An `IterableDataset` decides it by itself."
    ),
    change=N_("Leave `shuffle` out where there is a sampler or an `IterableDataset`."),
    terms=("DataLoader", "shuffling"),
)
