"""The inputs of the decoder are not shifted."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None
    name = facts.batch.decoder_labels
    if not name:
        return None
    return Found(
        "certain" if name == "decoder_input_ids" else "likely",
        {},
        [
            (N_("inputs of the decoder"), str(facts.batch.inputs[name].first)),
            (N_("labels"), str(facts.batch.inputs["labels"].first)),
        ],
        call_place(facts, "DataCollatorForSeq2Seq"),
    )


LOOK = Look(
    name="decoder-not-shifted",
    needs=("batch",),
    find=find,
    title=N_("The inputs of the decoder are not shifted"),
    why=N_(
        "The inputs of the decoder are the labels themselves. So at each place the decoder sees the very token that it should predict, and it learns to copy it."
    ),
    change=N_(
        "Leave `decoder_input_ids` out: the model makes them from the labels, shifted by one place. Or give the model to `DataCollatorForSeq2Seq`. With a decoder of your own, use `target[:, :-1]` as its inputs and `target[:, 1:]` as the labels."
    ),
    cases=("loss-zero-and-empty-codes",),
    terms=("label", "token id"),
)
