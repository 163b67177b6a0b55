"""All units of a layer have the same weights, and keep them so."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.layers is not None
    names = facts.layers.alike
    if not names:
        return None
    shown = ", ".join(f"`{name}`" for name in names[:4])
    return Found(
        "certain",
        {"names": shown},
        [(N_("weights whose units are all the same"), shown)],
        call_place(facts, "constant_", "ones_", "ones", "full", "Dense", "Linear"),
    )


LOOK = Look(
    name="units-alike",
    needs=("layers",),
    find=find,
    title=N_("All units of a layer have the same weights"),
    why=N_(
        "In {names}, all units have the same weights, and after the training still. Units that begin alike get the same gradient and stay alike: however many there are, they do the work of one."
    ),
    change=N_(
        "Let the weights begin with small random numbers; the default of every layer does. Only biases may begin with one value."
    ),
    terms=("weight", "gradient", "layer"),
)
