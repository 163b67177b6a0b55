"""One layer is in a list several times."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    if facts.model.repeated is None:
        return None
    name, times = facts.model.repeated
    return Found(
        "likely",
        {"name": f"`{name}`", "times": times},
        [(N_("times that the same layer is in the list"), times)],
        call_place(facts, "Sequential", "ModuleList"),
    )


LOOK = Look(
    name="layer-repeated",
    needs=("model",),
    find=find,
    title=N_("One layer is used several times in place of several layers"),
    why=N_(
        "A {name} is {times} times in the same list, with the same weights. `[layer] * n` makes a list of n names for one layer, not n layers."
    ),
    change=N_(
        "Make each layer by itself: `nn.ModuleList(Layer() for _ in range(n))`, or `copy.deepcopy(layer)`. If the layers share their weights on purpose, this is no mistake."
    ),
    terms=("layer", "weight"),
)
