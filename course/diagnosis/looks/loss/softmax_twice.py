"""Softmax is applied twice."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        if call.name == "cross_entropy" and call.sums_to_one and not call.one_hot and len(call.outputs.shape) == 2:
            return Found(
                "certain",
                {},
                [(N_("smallest input of the loss"), round(call.outputs.least or 0, 4)), (N_("sum of each row"), 1)],
                call_place(facts, "softmax", "Softmax"),
            )
    return None


LOOK = Look(
    name="softmax-twice",
    needs=("loss_calls",),
    find=find,
    title=N_("Softmax is applied twice"),
    why=N_(
        "The cross-entropy applies softmax itself. Its inputs are already probabilities: none is below 0, and each row sums to 1. So the loss cannot come near 0, and the model learns slowly."
    ),
    change=N_("Give the loss the logits, without softmax."),
    terms=("softmax", "cross-entropy", "logits"),
)
