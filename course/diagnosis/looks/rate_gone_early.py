"""The learning rate is 0 long before the training ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    rates = facts.training.rates
    gone, after = longest_stop(rates)
    if after < 5 or after < 0.1 * len(rates):
        return None
    return Found(
        "certain",
        {"gone": gone, "steps": len(rates), "planned": facts.training.planned or gone},
        [
            (N_("highest learning rate"), max(rates)),
            (N_("steps before it is 0"), gone),
            (N_("training steps that were watched"), len(rates)),
            (N_("steps that the schedule is made for"), facts.training.planned or "?"),
        ],
        call_place(
            facts,
            "get_scheduler",
            "get_linear_schedule_with_warmup",
            "get_cosine_schedule_with_warmup",
            option="num_training_steps",
        )
        or call_place(facts, "PolynomialDecay", "CosineDecay", "create_optimizer", "LinearLR", "CosineAnnealingLR"),
    )


def longest_stop(rates: Sequence[float]) -> tuple[int, int]:
    """Where the longest row of steps with a rate of 0 begins, of those after a higher rate, and how many steps it has.

    The first step of a warmup has a rate of 0, too, and a program may train several times.
    """
    stops = []
    for stands, steps in groupby(range(len(rates)), key=lambda step: rates[step] <= 0):
        first, *others = steps
        if stands and max(rates[:first], default=0) > 0:
            stops.append((first, 1 + len(others)))
    return max(stops, key=lambda stop: stop[1], default=(len(rates), 0))


LOOK = Look(
    name="rate-gone-early",
    needs=("training",),
    find=find,
    title=N_("The learning rate is 0 long before the training ends"),
    why=N_(
        "After {gone} steps the learning rate is 0, but the training goes on. The steps that follow change nothing."
    ),
    change=N_(
        "Make the schedule for the number of all optimizer steps: batches per epoch times epochs. With Keras, the length of a batched data set is the number of its batches already."
    ),
    read="ch3 schedule-in-epochs",
    terms=(
        "learning rate schedule",
        "step",
        "epoch",
    ),
)
