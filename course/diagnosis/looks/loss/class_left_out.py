"""The loss leaves out a class of the data."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        if call.own and call.left_out is not None:
            return Found(
                "certain",
                {"number": call.left_out, "count": call.targets.ignored},
                [
                    (N_("label that the loss leaves out"), call.left_out),
                    (N_("labels of the batch that it leaves out"), call.targets.ignored),
                ],
                call_place(facts, "CrossEntropyLoss", "cross_entropy", "NLLLoss", "nll_loss", option="ignore_index"),
            )
    return None


LOOK = Look(
    name="class-left-out",
    needs=("loss_calls",),
    find=find,
    title=N_("The loss leaves out a class of the data"),
    why=N_(
        "Your program tells the loss to leave out the label {number}, but {number} is also a class in your data. In the first batch {count} labels are left out, and the model never learns when this class is the answer."
    ),
    change=N_("Give the places that do not count the label `-100`, and leave out that one: `ignore_index=-100`."),
    terms=(
        "label",
        "cross-entropy",
        "padding",
    ),
)
