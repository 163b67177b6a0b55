"""A new optimizer is made for every step."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    made, steps = facts.training.short_lived, facts.training.steps
    # each step of LBFGS is an optimization of its own
    if made < 5 or steps > 2 * made or facts.training.optimizer == "LBFGS":
        return None
    return Found(
        "likely",
        {"made": made, "steps": steps},
        [(N_("optimizers that have taken a step"), made), (N_("training steps"), steps)],
        call_place(facts, "AdamW", "Adam", "SGD"),
    )


LOOK = Look(
    name="optimizer-made-anew",
    needs=("training",),
    find=find,
    title=N_("A new optimizer is made for every step"),
    why=N_(
        "{made} optimizers have taken {steps} steps. Adam and AdamW keep means of the gradients of earlier steps; a new optimizer has none, and a schedule starts again as well."
    ),
    change=N_("Make the optimizer once, before the loop."),
    terms=(
        "optimizer",
        "optimizer state",
        "training loop",
    ),
)
