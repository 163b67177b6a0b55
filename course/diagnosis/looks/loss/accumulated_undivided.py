"""A loss that is a mean is added up over the batches of a step."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import function_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.settings is not None
    if facts.settings.undivided is None:
        return None
    function, steps = facts.settings.undivided
    return Found(
        "likely",
        {"function": function, "steps": steps},
        [
            (N_("returns the mean of a batch"), f"`{function}`"),
            (N_("batches in a step, whose means are added up"), steps),
        ],
        function_place(facts, function),
    )


LOOK = Look(
    name="accumulated-undivided",
    needs=("settings",),
    find=find,
    title=N_("The loss that the Trainer reports is a sum over the batches of a step"),
    why=N_(
        "`{function}` returns the mean loss of one batch and does not read `num_items_in_batch`. From version 4.46 on, the Trainer hands over this number, the labels in all batches of a step, and leaves it to the function to divide by it. So it adds up the means of {steps} batches: the loss that it reports and the gradients are {steps} times as large."
    ),
    change=N_(
        "Divide the sum of the losses by `num_items_in_batch`, and take the mean only where that is `None`, as in an evaluation."
    ),
    terms=("loss", "batch", "Trainer"),
)
