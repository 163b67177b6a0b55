"""The weight decay is far above what is usual."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

LEARNED = 0.7
"""A loss that has fallen to this share of what it was is one of a model that learns in spite of it."""


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    decay, losses = facts.training.decay, facts.training.losses
    last = losses[-10:]
    # who trains on long after the rows are learned by heart wants much of it
    if decay < 0.5 or (last and sum(last) / len(last) < LEARNED * losses[0]):
        return None
    return Found(
        "likely",
        {"decay": decay},
        [(N_("weight decay"), decay), (N_("usual"), "0 … 0.1")],
        call_place(facts, "TrainingArguments", "Seq2SeqTrainingArguments", "AdamW", "Adam", option="weight_decay"),
    )


LOOK = Look(
    name="decay-unusual",
    needs=("training",),
    find=find,
    title=N_("The weight decay is far above what is usual"),
    why=N_(
        "The weight decay is {decay:.3g}; 0 to 0.1 is usual. Each step pulls the weights towards 0, and undoes what they have learned."
    ),
    change=N_("Set `weight_decay=0.01`, or leave it out."),
    terms=(
        "weight decay",
        "optimizer",
    ),
)
