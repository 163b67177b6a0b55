"""A loader is indexed, or asked for its next batch, like a list."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="loader-indexed",
    needs=("crash",),
    find=by_message(
        r"'(?:\w*DataLoader|_?\w*Dataset(?:V2)?|PrefetchDataset|\w*LoaderIter)' object is not (?:subscriptable|an iterator)"
    ),
    title=N_("A loader is used like a list"),
    why=N_(
        "A DataLoader, or a `tf.data.Dataset`, makes its batches while a loop goes through it. It has no batch with the number 0, and no next one unless an iterator was made of it."
    ),
    change=N_(
        "For one batch, write `batch = next(iter(loader))`; with `tf.data` also `for batch in data.take(1)`. Single examples are in the data set that the loader was made of."
    ),
    terms=("DataLoader", "batch"),
)
