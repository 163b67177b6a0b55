"""The tokenizer does not get texts."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if "TextEncodeInput" not in facts.crash.message and "text input must be of type" not in facts.crash.message:
        return None
    return Found("likely", {}, [(N_("error message"), facts.crash.message[:160])], crash_place(facts))


LOOK = Look(
    name="words-not-split",
    needs=("crash",),
    find=find,
    title=N_("The tokenizer does not get texts"),
    why=N_(
        "The tokenizer expects a text or a list of texts. It got something else: lists of words, or a value that is missing (`None`), or a number."
    ),
    change=N_(
        "If your texts are split into words already, call the tokenizer with `is_split_into_words=True`. Otherwise print the first inputs, and remove those that are no texts."
    ),
    cases=("text-encode-input",),
    terms=("tokenizer",),
)
