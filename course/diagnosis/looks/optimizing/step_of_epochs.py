"""The optimizer takes one step for each pass through the data."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

FEW = 8
"""With so many batches or more, nobody adds up the gradients of all of them on purpose."""


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    training = facts.training
    batches = training.batches or 0
    if batches < FEW or training.steps < 2 or training.calls < 0.9 * batches:
        return None
    return Found(
        "likely",
        {"calls": training.calls, "batches": batches},
        [
            (N_("batches that there are"), batches),
            (N_("batches for each step of the optimizer"), training.calls),
            (N_("training steps"), training.steps),
        ],
        call_place(facts, "backward", "apply_gradients") or call_place(facts, "step"),
    )


LOOK = Look(
    name="step-of-epochs",
    needs=("training",),
    find=find,
    title=N_("The optimizer takes one step in an epoch, and not one for each batch"),
    why=N_(
        "{calls} batches go through the model before the optimizer takes a step, and the data have {batches}. So the weights change once in an epoch. Usually `backward()` or `step()` stands one indentation too far to the left, after the loop over the batches."
    ),
    change=N_("Move `loss.backward()`, `optimizer.step()` and `optimizer.zero_grad()` into the loop over the batches."),
    terms=("optimizer", "step", "epoch"),
)
