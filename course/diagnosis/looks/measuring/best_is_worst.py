"""The worst checkpoint is taken for the best."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def in_keras(facts: Facts, name: str, greater: bool) -> Found | None:
    """Ask the metric that Keras watches; where it cannot be asked, conclude from its name."""
    if not name or facts.way != "keras":
        return None
    asked = next((each for each in facts.keras_metrics if each.title == name.removeprefix("val_")), None)
    words = "max" if greater else "min"
    place = call_place(facts, "EarlyStopping", "ModelCheckpoint", option="mode")
    if asked is not None and asked.perfect is not None and asked.wrong is not None and asked.perfect != asked.wrong:
        if (asked.perfect > asked.wrong) == greater:
            return None
        rows = [
            (N_("value for predictions that are all right"), round(asked.perfect, 3)),
            (N_("value for predictions that are all wrong"), round(asked.wrong, 3)),
        ]
        return Found("certain", {"name": name, "greater": words}, [*rows, ("`mode`", words)], place)
    rises = re.search("acc|f1|precision|recall|auc", name.lower()) is not None
    falls = re.search("loss|error|perplexity", name.lower()) is not None
    if rises in (falls, greater):
        return None
    return Found("likely", {"name": name, "greater": words}, [("`monitor`", name), ("`mode`", words)], place)


def find(facts: Facts) -> Found | None:
    assert facts.settings is not None
    name = facts.settings.best.removeprefix("eval_")
    if name == "loss" and facts.settings.greater and facts.way != "keras":
        # the Trainer measures it itself, and it is what the training makes smaller
        return told(facts, name, [("`metric_for_best_model`", name)])
    if facts.metric is None:
        return in_keras(facts, facts.settings.best, facts.settings.greater)
    perfect = facts.metric.perfect.get(name, facts.metric.perfect.get(f"eval_{name}"))
    wrong = facts.metric.wrong.get(name, facts.metric.wrong.get(f"eval_{name}"))
    if not name or perfect is None or wrong is None or perfect == wrong or (perfect > wrong) == facts.settings.greater:
        return None
    values: list[tuple[str, object]] = [
        (N_("value for predictions that are all right"), round(perfect, 3)),
        (N_("value for predictions that are all wrong"), round(wrong, 3)),
    ]
    return told(facts, name, values)


def told(facts: Facts, name: str, rows: list[tuple[str, object]]) -> Found:
    """What is said of the value by which a Trainer chooses its best checkpoint."""
    assert facts.settings is not None
    greater = str(facts.settings.greater)
    place = call_place(facts, "TrainingArguments", "Seq2SeqTrainingArguments", option="greater_is_better")
    return Found("certain", {"name": name, "greater": greater}, [*rows, ("`greater_is_better`", greater)], place)


LOOK = Look(
    name="best-is-worst",
    needs=("settings",),
    find=find,
    title=N_("The worst checkpoint is taken for the best"),
    why=N_(
        "The best checkpoint is chosen by `{name}`, and the setting that says which value is better is `{greater}`. With this metric it is the other way round."
    ),
    change=N_("Set `greater_is_better`, or `mode` in Keras, the other way round, or leave it out."),
    terms=(
        "checkpoint",
        "metric",
        "Trainer",
    ),
)
