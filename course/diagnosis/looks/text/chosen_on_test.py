"""The best checkpoint is chosen with the test set."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, keywords, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

TEST = re.compile(r"(?<![a-z])tests?(?![a-z])", re.IGNORECASE)
VALIDATION = re.compile(r"(?<![a-z])(?:val|valid|validation|dev)(?![a-z])", re.IGNORECASE)
"""What is in the names of rows that are there to choose with."""


def find(facts: Facts) -> Found | None:
    chooses = any(
        each.arg == "load_best_model_at_end" and ast.unparse(each.value) == "True" for each in keywords(facts)
    )
    # what splits a training set calls the smaller part a test set, whatever it is for
    if not chooses or VALIDATION.search(facts.source) is None or any(calls(facts, "train_test_split")):
        return None
    for call in calls(facts, "Trainer", "Seq2SeqTrainer"):
        for option in call.keywords:
            words = ast.unparse(option.value)
            if option.arg == "eval_dataset" and TEST.search(words) and not VALIDATION.search(words):
                return Found(
                    "likely",
                    {"data": words},
                    [("`eval_dataset`", f"`{words}`"), ("`load_best_model_at_end`", "True")],
                    place_of(facts, option.value),
                )
    return None


LOOK = Look(
    name="chosen-on-test",
    needs=(),
    find=find,
    title=N_("The best checkpoint is chosen with the test set"),
    why=N_(
        "The Trainer evaluates on `{data}` and keeps the checkpoint that is best there. A score on the same rows is then the best of several, so it is better than what the model does with new data."
    ),
    change=N_("Give the Trainer the validation set as `eval_dataset`, and evaluate on the test set once, at the end."),
    terms=("test set", "validation set", "checkpoint"),
)
