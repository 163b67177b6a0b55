"""A layer that scales its inputs has never seen them."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if facts.framework != "tf" or "load_model" in facts.source or "load_weights" in facts.source:
        return None
    adapted = any(isinstance(node, ast.Attribute) and node.attr in ("adapt", "set_weights") for node in nodes(facts))
    for call in calls(facts, "Normalization"):
        given = bool(call.args[1:]) or any(each.arg in ("mean", "variance", None) for each in call.keywords)
        if not adapted and not given:
            return Found("likely", {}, [(N_("calls of `adapt`"), 0)], place_of(facts, call))
    return None


LOOK = Look(
    name="normalization-not-adapted",
    needs=(),
    find=find,
    title=N_("A layer that scales its inputs has never seen them"),
    why=N_(
        "`Normalization` subtracts the mean of each column and divides by its standard deviation. It learns them with `adapt`. Before that it takes 0 for the mean and 1 for the deviation, and changes nothing."
    ),
    change=N_("Call `layer.adapt(training_inputs)` before the model is trained."),
    terms=("layer", "column", "training set"),
)
