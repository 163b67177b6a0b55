"""Softmax of one number is always 1."""

from __future__ import annotations

from course.diagnosis.facts import CLOSE, Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    given = [call for call in facts.loss_calls if call.outputs.shape[-1:] == (1,)]
    if len(given) < 2 or any(
        abs((value or 0.0) - 1) > CLOSE for call in given for value in (call.outputs.least, call.outputs.most)
    ):
        return None
    # a sigmoid may be 1 for a whole batch, if its inputs are large enough
    if any(call.activation not in ("", "softmax") for call in given):
        return None
    return Found(
        "certain",
        {},
        [
            (N_("shape of the outputs"), str(given[0].outputs.shape)),
            (N_("smallest output"), 1.0),
            (N_("greatest output"), 1.0),
        ],
        call_place(facts, "Dense", "Linear", "softmax", "Softmax"),
    )


LOOK = Look(
    name="softmax-of-one",
    needs=("loss_calls",),
    find=find,
    title=N_("Softmax of one number is always 1"),
    why=N_(
        "The model has one output, and softmax makes the outputs of each example sum to 1. So this output is 1, whatever the model reads."
    ),
    change=N_("For two classes with one output, use sigmoid; for more, give the layer one output per class."),
    terms=(
        "softmax",
        "probability",
    ),
)
