"""The labels are shifted twice."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None and facts.model is not None
    if not facts.model.decoder or not facts.batch.labels_are_next:
        return None
    return Found(
        "certain",
        {},
        [
            (N_("token ids"), str(facts.batch.inputs["input_ids"].first)),
            (N_("labels"), str(facts.batch.inputs["labels"].first)),
        ],
        call_place(facts, "roll") or None,
    )


LOOK = Look(
    name="labels-shifted",
    needs=("batch", "model"),
    find=find,
    title=N_("The labels are shifted twice"),
    why=N_(
        "Each label is the token id of the next place. But a causal language model shifts the labels by one place itself. So it learns to predict the token after the next one."
    ),
    change=N_(
        "Give the model its token ids as labels, with `-100` at the padding, as `DataCollatorForLanguageModeling(tokenizer, mlm=False)` does."
    ),
    cases=("every-second-word",),
    terms=("label", "token id"),
)
