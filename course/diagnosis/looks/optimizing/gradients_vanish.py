"""The gradients become smaller from layer to layer until nothing is left."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

SMALL = 1e-4
"""The share below which gradients have vanished."""


def find(facts: Facts) -> Found | None:
    assert facts.layers is not None
    ratio = facts.layers.ratio
    if ratio is None or ratio > SMALL:
        return None
    return Found(
        "likely",
        {"times": 1 / ratio},
        [(N_("gradients of the first layer, as a share of those of the last one"), f"{ratio:.1e}")],
        call_place(facts, "Sigmoid", "Tanh", "sigmoid", "tanh"),
    )


LOOK = Look(
    name="gradients-vanish",
    needs=("layers",),
    find=find,
    title=N_("The gradients vanish on their way to the first layers"),
    why=N_(
        "The gradients of the first layer are {times:.0f} times smaller than those of the last one. Each sigmoid multiplies a gradient by 0.25 at most, so after some layers hardly anything is left, and the first layers do not learn."
    ),
    change=N_(
        "Use `ReLU` or `GELU` between the layers, and with many layers also normalization or residual connections."
    ),
    terms=("gradient", "layer"),
)
