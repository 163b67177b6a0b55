"""Several rows are decoded as if they were one."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="batch-decoded-as-one",
    needs=("crash",),
    find=by_message(
        r"argument 'ids': '(?P<kind>list|Tensor|float)' object cannot be interpreted as an integer|argument 'id(?:s)?': 'float' object"
    ),
    title=N_("Several rows are decoded as if they were one"),
    why=N_(
        "`decode` turns one row of token ids into a text. It got a batch of rows, or numbers that are no token ids, such as logits."
    ),
    change=N_("Use `batch_decode` for a batch. Of logits, take the `argmax` over the last axis first."),
    terms=(
        "tokenizer",
        "token id",
        "batch",
    ),
)
