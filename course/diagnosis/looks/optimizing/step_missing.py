"""No optimizer ever takes a step."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, calls, reads_gradients
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    training = facts.training
    if training.steps or len(training.losses) < 20:
        return None
    # weights may be changed by hand, and gradients be all that is asked for, as for an attack
    if (
        reads_gradients(facts)
        or training.moved
        or facts.model is None
        or any(calls(facts, "assign", "assign_add", "assign_sub"))
    ):
        return None
    return Found(
        "likely",
        {"count": len(training.losses)},
        [(N_("backward passes"), len(training.losses)), (N_("steps of an optimizer"), 0)],
        call_place(facts, "backward", "gradient"),
    )


LOOK = Look(
    name="step-missing",
    needs=("training",),
    find=find,
    title=N_("No optimizer ever takes a step"),
    why=N_("{count} backward passes have computed gradients, but no optimizer has used them. So no weight changes."),
    change=N_("Call `optimizer.step()` after the backward pass."),
    terms=(
        "optimizer",
        "gradient",
        "step",
    ),
)
