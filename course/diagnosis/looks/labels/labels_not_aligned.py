"""The labels are not aligned with the tokens."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import function_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.data is not None
    share = facts.data.misaligned
    if share is None or share < 0.02:
        return None
    return Found(
        "likely",
        {"share": share},
        [(N_("share of words whose first token has another label"), round(share, 3))],
        function_place(facts, "align", "label"),
    )


LOOK = Look(
    name="labels-not-aligned",
    needs=("data",),
    find=find,
    title=N_("The labels are not aligned with the tokens"),
    why=N_(
        "The tokenizer splits words into pieces and adds special tokens, so tokens and words have different places. For a share of {share:.2f} of the words, the first token does not have the word's tag as its label."
    ),
    change=N_(
        "Use `word_ids()`: give the first token of each word the tag of the word, and `-100` to all other tokens."
    ),
    cases=("second-name-wrong", "tag-before-the-name"),
    terms=("token", "label", "special token"),
)
