"""The best model is chosen by a metric that nobody computes."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if "EarlyStoppingCallback requires" in facts.crash.message:
        return None
    if "metric_for_best_model" not in facts.crash.message and not (
        facts.crash.error == "KeyError" and "eval_" in facts.crash.message
    ):
        return None
    found = re.findall(r"eval_\w+", facts.crash.message)
    name = found[0] if found else facts.crash.message.strip("'")
    return Found(
        "certain",
        {"name": name},
        [(N_("error message"), facts.crash.message[:120])],
        call_place(facts, "TrainingArguments", "Seq2SeqTrainingArguments", option="metric_for_best_model"),
    )


LOOK = Look(
    name="best-metric-missing",
    needs=("crash",),
    find=find,
    title=N_("The best model is chosen by a metric that nobody computes"),
    why=N_(
        "The Trainer looks for `{name}` in the results of each evaluation, and does not find it. Its results have the names that `compute_metrics` returns, with `eval_` in front of them."
    ),
    change=N_(
        "Give `metric_for_best_model` a name that `compute_metrics` returns, or let `compute_metrics` return this one. For the loss, the evaluation needs labels."
    ),
    cases=("best-model-not-found",),
    terms=("metric", "Trainer"),
)
