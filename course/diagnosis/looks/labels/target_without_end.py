"""The targets have no end token."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None and facts.model is not None and facts.tokenizer is not None
    labels = facts.batch.inputs.get("labels")
    if labels is None or len(labels.shape) != 2 or not (facts.model.encoder_decoder or goes_on(facts)):
        return None
    if facts.tokenizer.end is None or facts.batch.ends_labelled:
        return None
    return Found(
        "certain" if facts.model.encoder_decoder else "likely",
        {"end": facts.tokenizer.end},
        [
            (N_("end token"), facts.tokenizer.end),
            (N_("end tokens among the labels"), 0),
            (N_("labels"), str(labels.first)),
        ],
        call_place(facts, "tokenizer", option="add_special_tokens")
        or call_place(facts, "tokenizer", option="text_target"),
    )


def goes_on(facts: Facts) -> bool:
    """Whether a causal language model that learns single texts generates without an end."""
    assert facts.batch is not None and facts.model is not None
    # where padding and end are one token, that is the cause
    same = facts.tokenizer is None or facts.tokenizer.padding == facts.tokenizer.end
    single = facts.batch.inputs["labels"].ignored > 0 and not same
    return facts.model.decoder and single and facts.generation is not None and facts.generation.full > 0.9


LOOK = Look(
    name="target-without-end",
    needs=(
        "batch",
        "model",
        "tokenizer",
    ),
    find=find,
    title=N_("The targets have no end token"),
    why=N_(
        "No label in the batch is the end token, {end}. A model that never saw an end does not learn to stop: the texts that it generates go on until the greatest length."
    ),
    change=N_(
        "Let the tokenizer add its special tokens to the targets, too: leave out `add_special_tokens=False`, and do not cut the last token off. A tokenizer like that of GPT-2 adds none: put `tokenizer.eos_token` at the end of each text."
    ),
    terms=(
        "special token",
        "label",
        "target",
    ),
)
