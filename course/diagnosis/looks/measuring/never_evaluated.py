"""The best model is to be kept, and the training ends before its first evaluation."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.settings is not None
    every, planned = facts.settings.evaluated_every, facts.settings.planned
    if not facts.settings.best or planned is None or every <= planned:
        return None
    return Found(
        "certain",
        {"every": every, "planned": planned},
        [(N_("steps between two evaluations"), every), (N_("steps of the whole training"), planned)],
        call_place(facts, "TrainingArguments", "Seq2SeqTrainingArguments", option="eval_steps"),
    )


LOOK = Look(
    name="never-evaluated",
    needs=("settings",),
    find=find,
    title=N_("The best model is to be kept, and the training ends before its first evaluation"),
    why=N_(
        "The Trainer evaluates every {every} steps, and the whole training has {planned}. So it never evaluates the model, no checkpoint is the best one, and early stopping would have nothing to go by: the last model is kept."
    ),
    change=N_(
        "Evaluate several times: set `eval_steps` and `save_steps` to a fraction of the number of steps, or both strategies to `epoch`."
    ),
    terms=("Trainer", "checkpoint", "step"),
)
