"""Gradients were switched off and not on again."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"does not require grad and does not have a grad_fn")
    if found is None or not facts.crash.gradients_off:
        return None
    return Found(
        "certain",
        {},
        [("`torch.is_grad_enabled()`", "False"), (N_("error message"), found.string[:160])],
        call_place(facts, "set_grad_enabled", "no_grad", "inference_mode"),
    )


LOOK = Look(
    name="gradients-switched-off",
    needs=("crash",),
    find=find,
    title=N_("Gradients are switched off during the training"),
    why=N_(
        "When `backward` is called, PyTorch calculates without gradients: the program has switched them off, probably for an evaluation, and not on again. So the loss has no gradient."
    ),
    change=N_(
        "Switch gradients off only for as long as you need it: write the evaluation below `with torch.no_grad():`, or `@torch.no_grad()` above its function."
    ),
    terms=("gradient", "backward pass", "evaluation loop"),
)
