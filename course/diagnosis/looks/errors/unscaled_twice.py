"""A GradScaler divides the gradients twice before one step."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="unscaled-twice",
    needs=("crash",),
    find=by_message(r"unscale_\(\) (?:has already been called|is being called after step)"),
    title=N_("A GradScaler is asked to divide the gradients twice for one step"),
    why=N_(
        "`scaler.unscale_(optimizer)` may be called once between two calls of `scaler.update()`. With gradient accumulation, it comes with each small batch if it stands beside the backward pass."
    ),
    change=N_(
        "Call `scaler.unscale_(optimizer)` and clip the gradients only where `scaler.step(optimizer)` and `scaler.update()` follow, that is once for each step of the optimizer."
    ),
    terms=("mixed precision", "gradient clipping", "gradient accumulation"),
)
