"""A GradScaler takes a step and has met no gradient of the optimizer."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="scaler-without-gradients",
    needs=("crash",),
    find=by_message(r"No inf checks were recorded for this optimizer"),
    title=N_("A GradScaler takes a step for weights that have no gradient"),
    why=N_(
        "`scaler.step(optimizer)` first looks at the gradients of the optimizer's weights, and there is none: no backward pass has reached them, or the gradients were cleared before the step."
    ),
    change=N_(
        "For each step, call `scaler.scale(loss).backward()`, then `scaler.step(optimizer)`, then `scaler.update()`, and only then `optimizer.zero_grad()`. Check that the optimizer has the weights of the model that computes the loss."
    ),
    terms=("mixed precision", "gradient", "optimizer"),
)
