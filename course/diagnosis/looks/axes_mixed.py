"""`view` has mixed up two axes."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        if call.reordered:
            return Found(
                "likely",
                {"shape": str(call.outputs.shape)},
                [
                    (N_("shape of the loss's inputs"), str(call.outputs.shape)),
                    (N_("shape of the labels"), str(call.targets.shape)),
                ],
                call_place(facts, "view", "reshape"),
            )
    return None


LOOK = Look(
    name="axes-mixed",
    needs=("loss_calls",),
    find=find,
    title=N_("`view` has mixed up two axes"),
    why=N_(
        "The loss got inputs of the shape {shape}, and takes the second axis for the classes. `view` and `reshape` keep the order of the numbers in memory, so that each number stands at a wrong place now."
    ),
    change=N_(
        "Exchange the axes with `logits.transpose(1, 2)`, or give the loss `logits.view(-1, classes)` and `labels.view(-1)`."
    ),
    terms=(
        "shape",
        "tensor",
        "logits",
    ),
)
