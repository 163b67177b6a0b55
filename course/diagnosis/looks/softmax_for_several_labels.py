"""Softmax shares one probability among labels that can all be true."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        if (
            call.several
            and call.sums_to_one
            and call.activation in ("", "softmax")
            and call.name == "binary_cross_entropy"
        ):
            return Found(
                "certain",
                {},
                [(N_("shape of the labels"), str(call.targets.shape)), (N_("labels"), str(call.targets.first))],
                call_place(facts, "Softmax", "softmax", "Dense"),
            )
    return None


LOOK = Look(
    name="softmax-for-several-labels",
    needs=("loss_calls",),
    find=find,
    title=N_("Softmax shares one probability among labels that can all be true"),
    why=N_(
        "Some examples have several labels, or none. But the model ends in softmax: its outputs sum to 1 in each row, so two labels can never both be likely."
    ),
    change=N_("End with sigmoid, which gives each label a probability of its own."),
    terms=("softmax", "probability", "label"),
)
