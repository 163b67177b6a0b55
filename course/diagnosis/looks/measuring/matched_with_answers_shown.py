"""A model that writes texts is measured on predictions for which it was shown the right answer."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

WHOLE = re.compile(r"\.all\(|(?:np|torch)\.all\(|decode\(|exact_match|rouge|bleu|array_equal|==\s*list\(")
"""How whole answers are compared with one another, and not one token with one token."""


def find(facts: Facts) -> Found | None:
    model = facts.model
    if model is None or not model.encoder_decoder or facts.way != "trainer":
        return None
    if "generate" in facts.source:
        return None
    functions = {node.name: node for node in nodes(facts) if isinstance(node, ast.FunctionDef)}
    for call in calls(facts, "Trainer", "Seq2SeqTrainer"):
        for option in call.keywords:
            metric = functions.get(ast.unparse(option.value)) if option.arg == "compute_metrics" else None
            if metric is not None and "argmax" in facts.source and WHOLE.search(ast.unparse(metric)):
                return Found(
                    "likely",
                    {"function": metric.name},
                    [("`compute_metrics`", f"`{metric.name}`"), ("`predict_with_generate`", "False")],
                    place_of(facts, metric),
                )
    return None


LOOK = Look(
    name="matched-with-answers-shown",
    needs=("model",),
    find=find,
    title=N_("The predictions are made while the model sees the right answer"),
    why=N_(
        "The model never writes a text by itself here. In the evaluation the decoder gets the labels, so for each token it sees all the right tokens before it. `{function}` compares whole answers, and an early mistake cannot spoil the rest: the score is better than that of texts that the model writes."
    ),
    change=N_(
        "Use `Seq2SeqTrainer` with `predict_with_generate=True`, and decode what comes out; or call `model.generate` for the rows to be measured."
    ),
    terms=("metric", "label", "prediction"),
)
