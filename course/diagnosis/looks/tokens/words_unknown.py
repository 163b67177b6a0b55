"""The tokenizer does not know many of the words."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None
    unknown = facts.batch.unknown or 0.0
    if unknown < 0.4:
        return None
    return Found(
        "likely",
        {"share": unknown},
        [
            (N_("share of unknown tokens in the batch"), round(unknown, 2)),
            (N_("first row"), facts.batch.row[0] if facts.batch.row else "?"),
        ],
        call_place(facts, "tokenizer"),
    )


LOOK = Look(
    name="words-unknown",
    needs=(
        "batch",
        "tokenizer",
    ),
    find=find,
    title=N_("The tokenizer does not know many of the words"),
    why=N_(
        "{share:.0%} of the tokens in the first batch are the one for unknown words. The model cannot tell these words apart."
    ),
    change=N_(
        "Read the decoded row: does it look like your text? Check how the text is prepared before the tokenizer, its language, and whether the tokenizer fits it."
    ),
    terms=(
        "tokenizer",
        "token",
        "special token",
    ),
)
