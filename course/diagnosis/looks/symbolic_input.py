"""A function of TensorFlow gets a placeholder of Keras."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"A KerasTensor (?:cannot be used as input|is symbolic)")
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="symbolic-input",
    needs=("crash",),
    find=find,
    title=N_("A function of TensorFlow gets a placeholder of Keras"),
    why=N_(
        "While a model is put together from `Input` and layers, there are no values yet, only placeholders (`KerasTensor`). Functions of TensorFlow cannot compute with them."
    ),
    change=N_(
        "Use the function of the same name in `keras.ops`, or write the calculation into the `call` of a layer of your own."
    ),
    terms=(
        "Keras",
        "layer",
        "tensor",
    ),
)
