"""The last activation cannot return the targets of a regression."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import RANGES, Facts, Place
from course.diagnosis.lines import calls, keywords, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

LOSSES = ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss")
SHARE = 0.1
"""How many of the targets it must leave out of reach."""

NOISY = re.compile(r"noisy|noise2", re.IGNORECASE)
"""What programs have in them whose targets are noisy: the mean of these is what the outputs shall reach."""


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        if call.name not in LOSSES or call.beyond < SHARE or call.each or NOISY.search(facts.source):
            continue
        least, most = RANGES[call.activation]
        return Found(
            "likely",
            {"activation": call.activation, "share": f"{100 * call.beyond:.0f} %"},
            [
                (N_("smallest and greatest number that the activation can return"), f"{least:g} … {most:g}"),
                (N_("smallest target"), round(call.targets.least or 0, 3)),
                (N_("greatest target"), round(call.targets.most or 0, 3)),
            ],
            last_place(facts, call.activation),
        )
    return None


def last_place(facts: Facts, activation: str) -> Place | None:
    """The last line in which the activation is called, or named for a layer."""
    names = (activation, activation.capitalize(), *(["ReLU"] if activation == "relu" else []))
    named = (each.value for each in keywords(facts) if each.arg == "activation" and activation in ast.unparse(each))
    found = sorted([*calls(facts, *names), *named], key=lambda each: each.lineno)
    return place_of(facts, found[-1]) if found else None


LOOK = Look(
    name="output-cannot-reach",
    needs=("loss_calls",),
    find=find,
    title=N_("The model's last activation cannot return the targets"),
    why=N_(
        "The outputs come from `{activation}`. {share} of the targets of the first batch lie beyond what it can return, so the loss cannot come near 0, and the gradients vanish where the outputs come to their limit."
    ),
    change=N_(
        "Leave out the activation after the last layer: in a regression the outputs are any numbers. Or scale the targets into its range, and undo this for the predictions."
    ),
    terms=("activations", "regression", "target"),
)
