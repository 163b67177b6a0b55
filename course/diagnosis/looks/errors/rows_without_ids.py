"""A collator gets rows without token ids."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="rows-without-ids",
    needs=("crash",),
    find=by_message(r"should supply an encoding or a list of encodings to this method that includes"),
    title=N_("The collator gets rows without token ids"),
    why=N_(
        "It pads `input_ids`, and these rows do not have them: the tokenizer was not called with `map`, its result was not kept, or the column was removed."
    ),
    change=N_("Print `data[0].keys()`. Write `data = data.map(tokenize)`; `map` changes nothing in place."),
    terms=("collator", "token id", "column"),
    last=True,
)
