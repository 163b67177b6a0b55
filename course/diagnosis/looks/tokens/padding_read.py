"""The model reads the padding."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None
    mask = facts.batch.inputs.get("attention_mask")
    ids = facts.batch.inputs.get("input_ids")
    if (
        mask is None
        and ids is not None
        and facts.tokenizer is not None
        and facts.tokenizer.padding is not None
        and facts.model is not None
        and "attention_mask" in facts.model.takes
    ):
        return None
    if not facts.batch.padding_read:
        return None
    return Found(
        "likely",
        {"count": facts.batch.padding_read},
        [(N_("padding tokens with a mask of 1"), facts.batch.padding_read)],
        call_place(facts, "ones_like", "ones"),
    )


LOOK = Look(
    name="padding-read",
    needs=("batch",),
    find=find,
    title=N_("The model reads the padding"),
    why=N_(
        "In the first batch, the attention mask is 1 at {count} padding tokens. So the model reads the padding as if it were text."
    ),
    change=N_("Give the model the attention mask that the tokenizer or the collator makes."),
    read="ch8 attention-mask",
    terms=("attention mask", "padding"),
)
