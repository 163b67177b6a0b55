"""The best checkpoint is asked for, but saving and evaluating do not go together."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, r"(?i)requires the (?:save|eval).{0,60}strateg|round multiple of the (?:eval|save)")
    if found is None:
        return None
    return Found(
        "certain",
        {},
        [(N_("error message"), found.string[:160])],
        call_place(facts, "TrainingArguments", "Seq2SeqTrainingArguments", option="save_strategy")
        or crash_place(facts),
    )


LOOK = Look(
    name="strategies-differ",
    needs=("crash",),
    find=find,
    title=N_("The best checkpoint is asked for, but saving and evaluating do not go together"),
    why=N_(
        "`load_best_model_at_end` needs a score for each checkpoint. So a checkpoint can only be saved at a step at which the model is evaluated."
    ),
    change=N_(
        "Give `eval_strategy` and `save_strategy` the same value, and with `steps` make `save_steps` a multiple of `eval_steps`."
    ),
    terms=(
        "checkpoint",
        "evaluation loop",
        "Trainer",
    ),
)
