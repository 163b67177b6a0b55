"""A masked language model gets texts in which nothing is masked."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.model is not None and facts.batch is not None
    batch = facts.batch
    if not facts.model.fills_masks or not batch.labels_are_inputs or batch.masks:
        return None
    return Found(
        "certain",
        {},
        [
            (N_("token ids"), str(batch.inputs["input_ids"].first)),
            (N_("labels"), str(batch.inputs["labels"].first)),
            (N_("inputs that are the mask token"), 0),
        ],
        call_place(facts, "DataCollatorForLanguageModeling", option="mlm"),
    )


LOOK = Look(
    name="nothing-masked",
    needs=("model", "batch"),
    find=find,
    title=N_("No token is masked, so there is nothing to guess"),
    why=N_(
        "The model is to say which tokens are hidden. In the first batch none is hidden, and the labels are the inputs: the model learns to copy, and the loss falls to almost 0."
    ),
    change=N_(
        "Let `DataCollatorForLanguageModeling` mask tokens: leave out `mlm=False`, which is for causal language models."
    ),
    terms=("label", "token id", "collator"),
)
