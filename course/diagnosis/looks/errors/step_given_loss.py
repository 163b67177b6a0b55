"""The optimizer's step gets the loss."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="step-given-loss",
    needs=("crash",),
    find=by_message(r"^'Tensor' object is not callable"),
    title=N_("A tensor is called like a function"),
    why=N_(
        "An optimizer's `step` takes no loss: if it gets an argument, it calls that as a function which computes the loss once more. Elsewhere, a variable may bear the name of a function that it has replaced."
    ),
    change=N_(
        "Call `loss.backward()` and then `optimizer.step()` without an argument. Give variables other names than functions."
    ),
    terms=(
        "optimizer",
        "loss",
        "step",
    ),
)
