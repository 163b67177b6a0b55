"""The labels are a copy of the inputs."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None and facts.model is not None
    if not facts.model.encoder_decoder or not facts.batch.labels_are_inputs:
        return None
    return Found(
        "likely",
        {},
        [
            (N_("token ids"), str(facts.batch.inputs["input_ids"].first)),
            (N_("labels"), str(facts.batch.inputs["labels"].first)),
        ],
        call_place(facts, "map"),
    )


LOOK = Look(
    name="labels-are-inputs",
    needs=("batch", "model"),
    find=find,
    title=N_("The labels are a copy of the inputs"),
    why=N_(
        "The labels of the first batch are the same token ids as its inputs. So the model learns to repeat its input, and the loss falls all the same."
    ),
    change=N_(
        "Tokenize the target texts as well, with `tokenizer(inputs, text_target=targets)`, and use their token ids as labels."
    ),
    cases=("writes-the-input-again",),
    terms=("label", "target"),
)
