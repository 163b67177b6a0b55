"""The learning rate scheduler is never stepped."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, calls
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    training = facts.training
    if training.schedule_steps is None or training.steps < 3 or training.schedule_steps > 0:
        return None
    rate = max(training.rates, default=0.0)
    # a scheduler that is stepped after each epoch may not have come to it yet
    if rate > 0 and any(
        isinstance(call.func, ast.Attribute) and "sched" in ast.unparse(call.func.value).lower()
        for call in calls(facts, "step")
    ):
        return None
    return Found(
        "likely",
        {"rate": rate},
        [
            (N_("training steps"), training.steps),
            (N_("steps of the scheduler"), 0),
            (N_("learning rate in every step"), rate),
        ],
        call_place(facts, "get_scheduler", "get_linear_schedule_with_warmup", "LambdaLR"),
    )


LOOK = Look(
    name="schedule-stands",
    needs=("training",),
    find=find,
    title=N_("The learning rate scheduler is never stepped"),
    why=N_(
        "The program makes a scheduler and never calls its `step()`. So the learning rate stays where the schedule begins: at {rate:.3g}. With a warmup it begins at 0, and the weights stay as they are."
    ),
    change=N_("Call `scheduler.step()` after each `optimizer.step()`."),
    cases=("weights-stay-the-same",),
    terms=("scheduler", "learning rate schedule", "warmup"),
)
