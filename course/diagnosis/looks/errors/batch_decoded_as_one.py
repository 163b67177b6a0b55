"""A batch is decoded as if it were one row."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.measuring import logits_decoded, metric_gets_more
from course.diagnosis.messages import by_message
from course.i18n import N_

refused = by_message(
    r"argument 'ids': '(?P<kind>list|Tensor|float)' object cannot be interpreted as an integer"
    r"|argument 'id(?:s)?': 'float' object"
)


def find(facts: Facts) -> Found | None:
    # where a metric gets more than predictions, or several rows are decoded as such, that is the mistake
    others = (metric_gets_more.find(facts), logits_decoded.find(facts))
    return None if any(others) else refused(facts)


LOOK = Look(
    name="batch-decoded-as-one",
    needs=("crash",),
    find=find,
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
