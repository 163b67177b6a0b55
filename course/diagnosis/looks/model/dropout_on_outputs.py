"""Dropout is applied to what the model returns."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        named = facts.way == "keras" or (facts.framework == "pt" and call.own)
        if named and call.activation == "dropout" and ("entropy" in call.name or call.name.startswith("nll")):
            return Found(
                "certain",
                {},
                [
                    (N_("shape of the outputs"), str(call.outputs.shape)),
                    (N_("last operation before the loss"), "dropout"),
                ],
                call_place(facts, "Dropout", "dropout"),
            )
    return None


LOOK = Look(
    name="dropout-on-outputs",
    needs=("loss_calls",),
    find=find,
    title=N_("Dropout sets some of the outputs themselves to 0"),
    why=N_(
        "The last operation before the loss is dropout. It sets some of the model's answers to 0, right or wrong, and no weight can learn to avoid that."
    ),
    change=N_("Put the dropout before the last layer."),
    terms=("dropout", "layer", "loss function"),
)
