"""The running means of BatchNorm are those of the last batch, or never get there."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, calls
from course.diagnosis.look import Found, Look
from course.i18n import N_

LAYERS = ("BatchNorm1d", "BatchNorm2d", "BatchNorm3d")
SLOW, FAST = 0.005, 0.9
"""The momenta below which, and from which on, the running means are of no use."""


def find(facts: Facts) -> Found | None:
    assert facts.layers is not None
    momentum = facts.layers.momentum
    named = any(keyword.arg == "momentum" for call in calls(facts, *LAYERS) for keyword in call.keywords)
    # with all rows in one batch, 1 is right
    if momentum is None or SLOW <= momentum < FAST or momentum == 1 or not named:
        return None
    return Found(
        "likely",
        {"momentum": momentum},
        [(N_("momentum of BatchNorm"), momentum)],
        call_place(facts, *LAYERS, option="momentum"),
    )


LOOK = Look(
    name="momentum-of-norm",
    needs=("layers",),
    find=find,
    title=N_("The momentum of BatchNorm is the wrong way round"),
    why=N_(
        "In PyTorch, the `momentum` of BatchNorm is the share of the newest batch in the running mean, 0.1 by default. Here it is {momentum:.3g}. With a value near 1, the model is evaluated with the mean of hardly more than the last batch; with one near 0, with the numbers that it began with. In Keras, `momentum` is the share of the old mean, 0.99 by default."
    ),
    change=N_("Leave the default of 0.1. To translate a value from Keras, use 1 minus that value."),
    terms=("batch", "evaluation mode"),
)
