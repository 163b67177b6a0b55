"""The labels of a masked language model are mask tokens."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import attribute_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.model is not None and facts.batch is not None
    count = facts.batch.masks_learned
    if not facts.model.fills_masks or not count:
        return None
    return Found(
        "likely",
        {"count": count},
        [
            (N_("labels that are the mask token"), count),
            (N_("inputs that are the mask token"), facts.batch.masks),
        ],
        attribute_place(facts, "mask_token_id"),
    )


LOOK = Look(
    name="mask-token-learned",
    needs=("model", "batch"),
    find=find,
    title=N_("The labels are the mask tokens, and not the words behind them"),
    why=N_(
        "{count} labels of the first batch are the mask token. The model should say which token was there before; so it learns to answer with the mask, and its loss is small all the same. That happens if `labels` is the same tensor as the inputs, or a copy that was made after the masking."
    ),
    change=N_("Copy the token ids before you mask them: `labels = input_ids.clone()`."),
    terms=("label", "token id", "special token"),
)
