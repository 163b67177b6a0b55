"""Gradients are clipped that a GradScaler has multiplied."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    times = facts.training.clipped_scaled
    if not times:
        return None
    return Found(
        "certain",
        {"times": times},
        [(N_("gradients clipped that were not divided again"), times)],
        call_place(facts, "clip_grad_norm_", "clip_grad_value_"),
    )


LOOK = Look(
    name="clipped-while-scaled",
    needs=("training",),
    find=find,
    title=N_("The gradients are clipped while they are still multiplied by the GradScaler"),
    why=N_(
        "{times} times, the gradients were clipped while they were multiplied by the factor of the GradScaler, which begins at 65,536. So nearly every gradient is longer than the limit, and after it is divided again, what is left is far smaller than the limit that you set."
    ),
    change=N_(
        "Call `scaler.unscale_(optimizer)` before the gradients are clipped. `scaler.step(optimizer)` then does not divide them a second time."
    ),
    terms=("mixed precision", "gradient clipping", "gradient"),
)
