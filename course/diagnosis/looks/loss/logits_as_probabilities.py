"""The loss takes logits for probabilities."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        least, most = call.outputs.least or 0.0, call.outputs.most or 0.0
        if call.name not in ("nll_of_probabilities", "binary_cross_entropy") or facts.framework != "tf":
            continue
        if least >= 0 and (call.sums_to_one or (call.name == "binary_cross_entropy" and most <= 1)):
            continue
        if call.several:
            # probabilities of several labels do not add up to 1, and have another loss
            continue
        if call.name == "nll_of_probabilities" and len(call.outputs.shape) > 1 and call.outputs.shape[-1] == 1:
            continue
        # rows that do not add up to 1 may come from a sigmoid as well
        return Found(
            "certain" if least < 0 or most > 1 else "likely",
            {},
            [
                (N_("smallest input of the loss"), round(least, 4)),
                (N_("greatest input of the loss"), round(most, 4)),
                ("`from_logits`", "False"),
            ],
            call_place(facts, "compile", option="loss")
            or call_place(facts, "SparseCategoricalCrossentropy", "CategoricalCrossentropy", "BinaryCrossentropy"),
        )
    return None


LOOK = Look(
    name="logits-as-probabilities",
    needs=("loss_calls",),
    find=find,
    title=N_("The loss takes logits for probabilities"),
    why=N_(
        "The model returns logits: some are below 0, or the rows do not sum to 1. A loss of Keras takes its inputs for probabilities unless it is told otherwise, and cuts off what lies outside 0 and 1. There the gradients vanish."
    ),
    change=N_("Give the loss `from_logits=True`, or leave the loss out: a model of 🤗 Transformers then uses its own."),
    read="ch8 loss-placement",
    terms=(
        "logits",
        "probability",
        "loss function",
    ),
)
