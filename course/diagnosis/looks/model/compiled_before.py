"""Weights were frozen or unfrozen, but the model was not compiled again."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import attribute_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    compiled = facts.model.compiled
    if compiled is None or compiled[0] == compiled[1]:
        return None
    return Found(
        "certain",
        {"before": compiled[0], "now": compiled[1]},
        [
            (N_("weights that `fit` trains"), compiled[0]),
            (N_("weights that are set to be trained"), compiled[1]),
        ],
        attribute_place(facts, "trainable"),
    )


LOOK = Look(
    name="compiled-before",
    needs=("model",),
    find=find,
    title=N_("Weights were frozen or unfrozen, but the model was not compiled again"),
    why=N_(
        "`fit` trains the weights that were trainable when the model was compiled: {before}. By now {now} are set to be trained, but `fit` does not heed that."
    ),
    change=N_("Call `compile` again after you have changed `trainable`."),
    terms=(
        "Keras",
        "frozen weight",
        "tracing",
    ),
)
