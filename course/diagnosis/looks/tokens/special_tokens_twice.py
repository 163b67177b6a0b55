"""Special tokens are added twice."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None
    if facts.batch.doubled < 0.9:
        return None
    return Found(
        "certain",
        {},
        [
            (N_("share of the rows that begin with a special token twice"), round(facts.batch.doubled, 2)),
            (N_("first row"), facts.batch.row[0] if facts.batch.row else "?"),
        ],
        call_place(facts, "tokenizer"),
    )


LOOK = Look(
    name="special-tokens-twice",
    needs=("batch",),
    find=find,
    title=N_("Special tokens are added twice"),
    why=N_(
        "The rows begin with the same special token twice. The text had special tokens already, or the same text went through the tokenizer twice."
    ),
    change=N_("Give the tokenizer the plain text, or call it with `add_special_tokens=False`."),
    terms=(
        "special token",
        "tokenizer",
    ),
)
