"""The gradients are never cleared."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

MOST = 0.8
"""The share of the steps from which on the gradients are never cleared between two steps; they may be at the beginning of an epoch."""


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    old, steps = facts.training.old_gradients, facts.training.steps
    most = 1.0 if facts.training.several else MOST
    if steps < 3 or old < most * steps - 2:
        return None
    return Found(
        "likely",
        {"old": old, "steps": steps},
        [(N_("training steps"), steps), (N_("steps with old gradients"), old)],
        call_place(facts, "step"),
    )


LOOK = Look(
    name="gradients-pile-up",
    needs=("training",),
    find=find,
    title=N_("The gradients are never cleared"),
    why=N_(
        "In {old} of {steps} training steps, the gradients of the step before were still there, and the new ones were added to them."
    ),
    change=N_("Call `optimizer.zero_grad()` after each `optimizer.step()`."),
    terms=("gradient", "step"),
)
