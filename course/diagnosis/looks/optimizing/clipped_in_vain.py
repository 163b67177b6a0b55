"""Gradients are clipped where there are no new ones."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    times, old = facts.training.clipped, facts.training.clipped_old
    if times < 3 or old < times:
        return None
    return Found(
        "certain",
        {"times": times},
        [(N_("times that gradients were clipped"), times), (N_("times that these were new gradients"), 0)],
        call_place(facts, "clip_grad_norm_", "clip_grad_value_"),
    )


LOOK = Look(
    name="clipped-in-vain",
    needs=("training",),
    find=find,
    title=N_("The gradients are clipped at a moment when there are no new ones"),
    why=N_(
        "The gradients were clipped {times} times, and each time before the backward pass or after the optimizer step. The step itself uses gradients of any size, so a single large one can spoil the weights."
    ),
    change=N_("Clip between the two: first `loss.backward()`, then `clip_grad_norm_`, then `optimizer.step()`."),
    terms=("gradient clipping", "gradient", "step"),
)
