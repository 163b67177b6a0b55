"""The learning rate schedule is made for steps, and is stepped once in an epoch."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    training = facts.training
    stepped, planned = (
        training.schedule_steps,
        training.planned or training.total or (training.highest_at or (None,))[0],
    )
    # once in several steps; a schedule that was made for epochs has few of them
    # with several optimizers, it is not known which of them the scheduler has
    if training.optimizers > 1:
        return None
    # a training before may have had an optimizer without a schedule
    steps = min(training.scheduled or training.steps, training.steps)
    if stepped is None or planned is None or steps < max(20, 3 * stepped) or planned < 0.8 * steps:
        return None
    return Found(
        "likely",
        {"steps": steps, "stepped": stepped, "planned": planned},
        [
            (N_("training steps"), steps),
            (N_("steps of the scheduler"), stepped),
            (N_("steps that the schedule is made for"), planned),
            (N_("learning rate"), f"{min(training.rates):.3g} … {max(training.rates):.3g}"),
        ],
        call_place(facts, "get_scheduler", "get_linear_schedule_with_warmup", "get_cosine_schedule_with_warmup"),
    )


LOOK = Look(
    name="schedule-of-epochs",
    needs=("training",),
    find=find,
    title=N_("The learning rate schedule counts training steps, and is stepped once in an epoch"),
    why=N_(
        "The schedule is made for at least {planned} steps. In {steps} training steps, `step()` of the scheduler was called {stepped} times. So the learning rate stays in the first part of its schedule: with a warmup, it stays near 0."
    ),
    change=N_("Call `scheduler.step()` after each `optimizer.step()`, inside the loop over the batches."),
    terms=("scheduler", "learning rate schedule", "warmup", "step"),
)
