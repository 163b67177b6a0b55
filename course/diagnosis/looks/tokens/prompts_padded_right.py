"""The prompts are padded on the right."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.generation is not None
    if not facts.generation.padded_right:
        return None
    return Found(
        "certain",
        {"count": facts.generation.padded_right},
        [(N_("prompts that end in padding"), facts.generation.padded_right)],
        call_place(facts, "generate"),
    )


LOOK = Look(
    name="prompts-padded-right",
    needs=("generation",),
    find=find,
    title=N_("The prompts are padded on the right"),
    why=N_(
        "{count} prompts of the batch end in padding. A causal language model continues after the last token of a row, so it continues the padding, and not the text."
    ),
    change=N_("Set `tokenizer.padding_side = 'left'` before you tokenize prompts for `generate`."),
    cases=("right-one-at-a-time",),
    terms=("padding",),
)
