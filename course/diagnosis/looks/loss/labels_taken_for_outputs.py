"""A loss got the labels where it takes the outputs of the model."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        if call.one_hot:
            return Found(
                "certain",
                {},
                [
                    (N_("values of the outputs"), "0, 1"),
                    (N_("values of the labels"), f"{call.targets.least or 0:.3g} … {call.targets.most or 0:.3g}"),
                ],
                call_place(facts, "loss_fn", "loss_function", "criterion", "loss"),
            )
    return None


LOOK = Look(
    name="labels-taken-for-outputs",
    needs=("loss_calls",),
    find=find,
    title=N_("The loss takes the labels for the outputs, and the outputs for the labels"),
    why=N_(
        "What the loss got as outputs of the model is 0 or 1, with a single 1 in each row, as labels are. What it got as labels goes beyond 0 and 1, as outputs do. So it computes something else, and may fall below 0 without an end."
    ),
    change=N_(
        "Exchange the two. A loss of Keras is called with the labels first, `loss(labels, outputs)`; a loss of PyTorch with the outputs first, `loss(outputs, labels)`."
    ),
    terms=("loss function", "label", "logits"),
)
