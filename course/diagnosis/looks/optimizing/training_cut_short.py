"""The training ends long before it has seen all the data."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.settings is not None
    settings = facts.settings
    asked = settings.max_steps or settings.asked_steps or 0
    if not asked or not settings.epoch_steps or settings.epoch_steps < 8:
        return None
    named = "num_train_epochs" in facts.source if settings.max_steps else True
    share = asked / settings.epoch_steps
    if not named or share > 0.5:
        return None
    option = "max_steps" if settings.max_steps else "steps_per_epoch"
    return Found(
        "likely",
        {"asked": asked, "steps": settings.epoch_steps, "option": option},
        [(f"`{option}`", asked), (N_("steps that one pass through the data has"), settings.epoch_steps)],
        call_place(facts, "TrainingArguments", "Seq2SeqTrainingArguments", "fit", option=option),
    )


LOOK = Look(
    name="training-cut-short",
    needs=("settings",),
    find=find,
    title=N_("The training ends long before it has seen all the data"),
    why=N_(
        "`{option}` asks for {asked} steps. One pass through the training set has {steps}. So most of the examples are never used, or, with `steps_per_epoch`, only after many epochs."
    ),
    change=N_("Leave `{option}` out. If you set `max_steps`, the number of epochs is not used."),
    cases=("very-short-epochs",),
    terms=(
        "step",
        "epoch",
        "training set",
    ),
)
