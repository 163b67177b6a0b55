"""Sequences that are packed for a recurrent layer are not in the order of their lengths."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="lengths-not-sorted",
    needs=("crash",),
    find=by_message(r"`?lengths`? array must be sorted in decreasing order"),
    title=N_("The sequences of a batch are not sorted by length"),
    why=N_(
        "`pack_padded_sequence` takes the longest sequence of a batch first, unless it is told otherwise. Here they come in another order."
    ),
    change=N_("Set `enforce_sorted=False`: then the outputs come back in the order of the batch."),
    terms=("batch", "padding"),
)
