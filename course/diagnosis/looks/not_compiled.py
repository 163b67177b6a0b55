"""A model is trained before it is compiled."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"You must (?:call `compile\(\)`|compile your model) before")
    if found is None:
        return None
    return Found("certain", {}, [(N_("error message"), found.string[:160])], crash_place(facts))


LOOK = Look(
    name="not-compiled",
    needs=("crash",),
    find=find,
    title=N_("The model is trained before it is compiled"),
    why=N_(
        "`fit` takes the loss, the optimizer and the metrics from `compile`, and this model was not compiled. A model that is loaded or copied must be compiled again."
    ),
    change=N_("Call `model.compile(optimizer=…, loss=…, metrics=[…])` on this model before `fit`."),
    terms=(
        "Keras",
        "loss function",
        "optimizer",
    ),
)
