"""The learning rate is 0 long before the training ends."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    rates = facts.training.rates
    gone = next((at for at, rate in enumerate(rates) if rate <= 0 and max(rates[:at], default=0) > 0), len(rates))
    after = len(rates) - gone
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
