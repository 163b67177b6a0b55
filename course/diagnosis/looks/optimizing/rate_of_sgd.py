"""The learning rate is too low for SGD."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None and facts.model is not None
    training = facts.training
    rate = max(training.rates, default=0.0)
    losses = training.losses
    if training.optimizer != "SGD" or not 0 < rate < 5e-3 or len(losses) < 30 or facts.model.rows is None:
        return None
    start, end = sum(losses[:5]) / 5, sum(losses[-10:]) / 10
    if end < 0.8 * start:
        return None
    return Found(
        "likely",
        {"rate": rate, "start": start, "end": end},
        [
            (N_("optimizer"), "SGD"),
            (N_("highest learning rate"), rate),
            (N_("mean of the first 5 losses"), round(start, 3)),
            (N_("mean of the last 10 losses"), round(end, 3)),
        ],
        call_place(facts, "SGD"),
    )


LOOK = Look(
    name="rate-of-sgd",
    needs=(
        "training",
        "model",
    ),
    find=find,
    title=N_("The learning rate is too low for SGD"),
    why=N_(
        "SGD moves each weight by the learning rate times its gradient. A rate that suits Adam, which scales every gradient, moves almost nothing here: the loss went from {start:.2f} to {end:.2f}."
    ),
    change=N_("Use AdamW with this learning rate, or SGD with momentum and a rate that is a hundred times as high."),
    cases=("five-epochs-no-progress",),
    terms=(
        "optimizer",
        "learning rate",
        "Adam",
    ),
)
