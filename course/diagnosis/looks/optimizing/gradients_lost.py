"""Gradients are cleared before a step uses them."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, reads_gradients
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    lost = facts.training.lost_gradients
    # who reads the gradients has a use of its own for them, as for an attack, or for what each example contributes
    if lost < 2 or reads_gradients(facts):
        return None
    return Found(
        "likely",
        {"lost": lost},
        [
            (N_("backward passes whose gradients were cleared before a step"), lost),
            (N_("training steps"), facts.training.steps),
        ],
        call_place(facts, "zero_grad"),
    )


LOOK = Look(
    name="gradients-lost",
    needs=("training",),
    find=find,
    title=N_("Gradients are cleared before a step uses them"),
    why=N_(
        "The gradients of {lost} backward passes were cleared before an optimizer step. These batches teach the model nothing."
    ),
    change=N_("Clear the gradients only after a step, also if you accumulate them over several batches."),
    terms=("gradient", "gradient accumulation"),
)
