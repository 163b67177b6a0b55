"""The tokenizer belongs to another model."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.tokenizer is not None and facts.model is not None and facts.batch is not None
    tokenizer, model = facts.tokenizer.source.rstrip("/"), facts.model.source.rstrip("/")
    unknown = facts.batch.unknown or 0.0
    if not tokenizer or not model or tokenizer == model or facts.model.rows is None:
        return None
    differs = abs(facts.model.rows - facts.tokenizer.size) > 0.1 * facts.model.rows
    if not differs and unknown < 0.3:
        return None
    return Found(
        "likely",
        {"tokenizer": tokenizer, "model": model},
        [
            (N_("tokenizer"), tokenizer),
            (N_("model"), model),
            (N_("tokens of the tokenizer"), facts.tokenizer.size),
            (N_("rows of the model's embedding"), facts.model.rows),
            (N_("share of unknown tokens in the batch"), round(unknown, 2)),
        ],
        call_place(facts, "from_pretrained"),
    )


LOOK = Look(
    name="foreign-tokenizer",
    needs=(
        "tokenizer",
        "model",
        "batch",
    ),
    find=find,
    title=N_("The tokenizer belongs to another model"),
    why=N_(
        "The tokenizer was loaded from `{tokenizer}`, the model from `{model}`. The same word has another number in each, so the model reads other words than you wrote."
    ),
    change=N_("Load both from the same checkpoint."),
    terms=(
        "tokenizer",
        "token id",
        "checkpoint",
    ),
    raises=True,
)
