"""The optimizer steps without gradients."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    zero, steps = facts.training.zero_gradients, facts.training.steps
    if steps < 2 or zero < max(2, 0.9 * steps):
        return None
    return Found(
        "certain",
        {"zero": zero, "steps": steps},
        [(N_("training steps"), steps), (N_("steps without any gradient"), zero)],
        call_place(facts, "zero_grad"),
    )


LOOK = Look(
    name="gradients-all-zero",
    needs=("training",),
    find=find,
    title=N_("The optimizer steps without gradients"),
    why=N_(
        "In {zero} of {steps} training steps every gradient was missing or 0. So the weights stay as they are. Either the gradients are cleared between `backward()` and `step()`, or the loss does not reach the parameters of this optimizer."
    ),
    change=N_(
        "In each step, call `loss.backward()`, then `optimizer.step()`, then `optimizer.zero_grad()`. Compute the loss from what the model returned, without `.item()`, `.detach()`, or a new tensor."
    ),
    cases=("accuracy-as-before-training",),
    terms=("gradient", "optimizer", "backward pass"),
)
