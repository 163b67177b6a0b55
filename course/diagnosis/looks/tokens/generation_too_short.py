"""The generation stops before the texts end."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.generation is not None
    full, limit = facts.generation.full, facts.generation.limit
    labels = facts.batch.inputs.get("labels") if facts.batch is not None else None
    if (
        limit is None
        or labels is None
        or len(labels.shape) != 2
        or facts.model is None
        or not facts.model.encoder_decoder
    ):
        return None
    # the first token is the start token
    if full < 0.1 or limit - 1 >= labels.shape[1]:
        return None
    return Found(
        "likely",
        {"share": full, "limit": limit},
        [
            (N_("share of texts without an end"), round(full, 2)),
            (N_("greatest length"), limit),
            (N_("length of the longest labels"), labels.shape[1]),
        ],
        call_place(facts, "Seq2SeqTrainingArguments", option="generation_max_length") or call_place(facts, "generate"),
    )


LOOK = Look(
    name="generation-too-short",
    needs=("generation",),
    find=find,
    title=N_("The generation stops before the texts end"),
    why=N_(
        "A share of {share:.2f} of the generated texts reached the greatest length, {limit} tokens, without an end token."
    ),
    change=N_("Raise `max_new_tokens`, or `generation_max_length` of `Seq2SeqTrainingArguments`."),
    cases=("long-codes-always-wrong",),
    terms=("token",),
)
