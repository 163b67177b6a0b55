"""The learning rate is 0, or almost 0, long before the training ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, groupby

from course.diagnosis.facts import LITTLE, Facts, Place
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

SHORT = 0.8
"""The share of a Trainer's steps that a schedule is made for at most if it ends too early."""
GRADUAL = 4
"""How many rates a schedule has at least that falls step by step."""
SCHEDULES = (
    "PolynomialDecay",
    "CosineDecay",
    "ExponentialDecay",
    "InverseTimeDecay",
    "create_optimizer",
    "LinearLR",
    "CosineAnnealingLR",
    "ExponentialLR",
    "StepLR",
    "LambdaLR",
)


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    rates = facts.training.rates
    too_short = ends_before(facts)
    if too_short is not None:
        return too_short
    gone, after = longest_stop(rates, 0)
    nothing = after >= 5 and after >= 0.1 * len(rates)
    if not nothing:
        # another optimizer has a rate of its own
        rates = facts.training.own_rates or rates
        gone, after = longest_stop(rates, LITTLE)
        # a second training may have a lower rate from its beginning
        if after < 0.2 * len(rates) or len(set(rates[:gone])) < GRADUAL:
            return None
    return Found(
        "certain" if nothing else "likely",
        {"gone": gone, "steps": len(rates), "planned": facts.training.planned or gone},
        [
            (N_("highest learning rate"), max(rates)),
            (N_("steps before it is 0, or almost 0"), gone),
            (N_("lowest learning rate"), min(rates)),
            (N_("training steps that were watched"), len(rates)),
            (N_("steps that the schedule is made for"), facts.training.planned or "?"),
        ],
        place(facts),
    )


def ends_before(facts: Facts) -> Found | None:
    """A schedule that a Trainer, or the optimizer of a Keras model, was given, and that is made for far fewer steps than the training takes, of which perhaps only some were watched."""
    assert facts.training is not None
    planned, whole = facts.training.planned, facts.settings.planned if facts.settings is not None else None
    if facts.training.decay_ends is not None and facts.settings is not None and facts.settings.batched:
        planned = facts.training.decay_ends
    elif not facts.training.ends_at_zero:
        return None
    if not planned or not whole or planned > SHORT * whole:
        return None
    return Found(
        "likely",
        {"gone": planned},
        [
            (N_("steps that the schedule is made for"), planned),
            (N_("steps of the whole training"), whole),
        ],
        place(facts),
    )


def place(facts: Facts) -> Place | None:
    """The line that makes the schedule."""
    return call_place(
        facts,
        "get_scheduler",
        "get_linear_schedule_with_warmup",
        "get_cosine_schedule_with_warmup",
        option="num_training_steps",
    ) or call_place(facts, *SCHEDULES)


def longest_stop(rates: Sequence[float], share: float) -> tuple[int, int]:
    """Where the longest row of steps begins whose rate is at most this share of a higher one before, and how many steps it has.

    The first step of a warmup has a rate of 0, too, and a program may train several times.
    """
    highest = [0.0, *accumulate(rates, max)]
    stops = []
    for stands, steps in groupby(range(len(rates)), key=lambda step: rates[step] <= share * highest[step]):
        first, *others = steps
        if stands and highest[first] > 0:
            stops.append((first, 1 + len(others)))
    return max(stops, key=lambda stop: stop[1], default=(len(rates), 0))


LOOK = Look(
    name="rate-gone-early",
    needs=("training",),
    find=find,
    title=N_("The learning rate is 0, or almost 0, long before the training ends"),
    why=N_(
        "After {gone} steps the learning rate is 0 or as good as 0, but the training goes on. The steps that follow change nothing."
    ),
    change=N_(
        "Make the schedule for the number of all optimizer steps: batches per epoch times epochs. Keras counts `decay_steps` in steps, and so does a scheduler of PyTorch whose `step()` is called for each batch. With Keras, the length of a batched data set is the number of its batches already."
    ),
    read="ch3 schedule-in-epochs",
    terms=(
        "learning rate schedule",
        "step",
        "epoch",
    ),
)
