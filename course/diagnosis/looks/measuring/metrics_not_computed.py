"""The Trainer evaluates, and never calls the metrics that it was given."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.settings is not None
    if not facts.settings.unmeasured:
        return None
    return Found(
        "certain",
        {},
        [(N_("evaluations"), facts.settings.unmeasured), (N_("calls of `compute_metrics`"), 0)],
        call_place(facts, "TrainingArguments", "Seq2SeqTrainingArguments", option="label_names")
        or call_place(facts, "Trainer", "Seq2SeqTrainer", option="compute_metrics"),
    )


LOOK = Look(
    name="metrics-not-computed",
    needs=("settings",),
    find=find,
    title=N_("The Trainer never calls `compute_metrics`"),
    why=N_(
        "The Trainer has evaluated and not called `compute_metrics`, so it reports the loss at most. It calls the function only if a batch has all the columns that it takes for labels, and if it was not told to keep the loss alone."
    ),
    change=N_(
        "Give the evaluation data a column `labels`, or list the names of the label columns in `label_names`. Leave `prediction_loss_only=True` out."
    ),
    terms=("Trainer", "metric", "label"),
    raises=True,
)
