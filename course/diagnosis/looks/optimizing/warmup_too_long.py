"""The warmup is as long as the training."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None
    warmup, planned = facts.training.warmup, facts.training.planned
    if not warmup or not planned or warmup < 0.95 * planned:
        return None
    return Found(
        "certain" if warmup >= planned else "likely",
        {"warmup": warmup, "planned": planned},
        [
            (N_("steps of the warmup"), warmup),
            (N_("steps of the training"), planned),
            (N_("learning rate of the last step seen"), facts.training.rates[-1] if facts.training.rates else "?"),
        ],
        call_place(
            facts, "TrainingArguments", "get_scheduler", "get_linear_schedule_with_warmup", option="warmup_steps"
        ),
    )


LOOK = Look(
    name="warmup-too-long",
    needs=("training",),
    find=find,
    title=N_("The warmup is as long as the training"),
    why=N_(
        "The warmup takes {warmup} steps, and the whole training takes {planned}. So the learning rate never comes to its value, and the model learns less than it could."
    ),
    change=N_("Choose a warmup of a tenth of the training steps or less."),
    cases=("good-rate-no-progress",),
    terms=("warmup", "learning rate"),
)
