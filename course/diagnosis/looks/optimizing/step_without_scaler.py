"""The optimizer takes its step with gradients that are still multiplied."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    steps = facts.training.stepped_scaled
    if not steps:
        return None
    return Found(
        "certain",
        {"steps": steps},
        [(N_("steps with gradients that were not divided again"), steps)],
        call_place(facts, "step"),
    )


LOOK = Look(
    name="step-without-scaler",
    needs=("training",),
    find=find,
    title=N_("The loss is multiplied by a GradScaler, and the optimizer takes its step without it"),
    why=N_(
        "In {steps} steps, the gradients were still multiplied by the factor of the GradScaler, which begins at 65,536. With SGD the steps are far too large; with Adam it shows less, but weight decay and clipping no longer fit the gradients, and the factor never changes."
    ),
    change=N_("Replace `optimizer.step()` by `scaler.step(optimizer)`, followed by `scaler.update()`."),
    terms=("mixed precision", "gradient", "optimizer"),
)
