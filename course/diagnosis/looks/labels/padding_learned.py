"""The loss counts the padding."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None
    if not facts.batch.padding_learned:
        return None
    return Found(
        "likely",
        {"count": facts.batch.padding_learned},
        [
            (N_("padding tokens with a label"), facts.batch.padding_learned),
            (N_("labels"), str(facts.batch.inputs["labels"].first)),
        ],
        call_place(
            facts, "DataCollatorForTokenClassification", "DataCollatorForSeq2Seq", "DataCollatorForLanguageModeling"
        ),
    )


LOOK = Look(
    name="padding-learned",
    needs=("batch",),
    find=find,
    title=N_("The loss counts the padding"),
    why=N_(
        "In the first batch, {count} padding tokens have a label that is not `-100`. So the model is taught labels for padding, and a metric that counts them reports more than the model can do."
    ),
    change=N_("Pad the labels with `-100`: that is the default of the collators of 🤗 Transformers."),
    cases=("score-changes-with-batch-size",),
    terms=("padding", "label", "loss"),
)
