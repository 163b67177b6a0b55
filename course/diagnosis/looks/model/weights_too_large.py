"""The weights begin with far too large numbers."""

from __future__ import annotations

import math

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

FAR = 3.0
"""How many times as large as that of a model that knows nothing a first loss is too large."""


def find(facts: Facts) -> Found | None:
    assert facts.layers is not None
    assert facts.training is not None
    call = next((call for call in facts.loss_calls if call.name == "cross_entropy"), None)
    losses = facts.training.losses
    if (
        not facts.layers.large
        or "normalize" in facts.source
        or call is None
        or len(call.outputs.shape) < 2
        or not losses
    ):
        return None
    knowing_nothing = math.log(max(2, call.outputs.shape[1]))
    if losses[0] < FAR * knowing_nothing:
        return None
    # outputs that lie nearer together make no such loss: it has several terms
    if (call.outputs.most or 0.0) - (call.outputs.least or 0.0) < (FAR - 1) * knowing_nothing:
        return None
    shown = ", ".join(f"`{name}`" for name in facts.layers.large[:4])
    return Found(
        "likely",
        {"names": shown, "loss": losses[0], "nothing": knowing_nothing},
        [
            (N_("weights with too large numbers"), shown),
            (N_("first loss"), round(losses[0], 3)),
            (N_("loss of a model that knows nothing"), round(knowing_nothing, 3)),
        ],
        call_place(facts, "randn", "normal_", "Parameter"),
    )


LOOK = Look(
    name="weights-too-large",
    needs=(
        "layers",
        "training",
        "loss_calls",
    ),
    find=find,
    title=N_("The weights begin with far too large numbers"),
    why=N_(
        "{names} begin with numbers so large that each layer makes its inputs several times as large. The first loss is {loss:.3g}; a model that knows nothing should begin with about {nothing:.3g}. Sigmoids and tanh hardly change there, and the first steps only undo the start."
    ),
    change=N_(
        "Divide random weights by the root of the number of inputs, or let `nn.Linear` or `nn.init.xavier_uniform_` make them."
    ),
    terms=("weight", "layer", "loss function"),
)
