"""A function for one example is given a batch of them."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, keywords, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

OF_TEXTS = r"lower|upper|strip|lstrip|rstrip|split|replace|startswith|endswith|encode|format|title|translate"


def find(facts: Facts) -> Found | None:
    found = said(facts, rf"'(?:list|Column|LazyBatch)' object has no attribute '({OF_TEXTS})'")
    batched = next((each for each in keywords(facts) if each.arg == "batched"), None)
    if found is None or batched is None:
        return None
    return Found(
        "certain",
        {"method": found[1]},
        [(N_("error message"), found.string[:160]), (N_("called with"), f"`{place_of(facts, batched.value).code}`")],
        crash_place(facts),
    )


LOOK = Look(
    name="batch-taken-for-example",
    needs=("crash",),
    find=find,
    title=N_("The function for `map` takes a batch for one example"),
    why=N_(
        "With `batched=True`, `map` gives the function many examples at once: each column is a list of values. `{method}` is a method of one text."
    ),
    change=N_('Go through the list, `[text.{method}(…) for text in batch["text"]]`, or leave `batched=True` out.'),
    terms=("column", "batch", "example"),
)
