"""A model of Keras runs a part of itself in training mode, whatever it is asked for."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import last_part, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for function in nodes(facts):
        if not isinstance(function, ast.FunctionDef) or function.name != "call":
            continue
        if not any(each.arg == "training" for each in [*function.args.args, *function.args.kwonlyargs]):
            continue
        for node in ast.walk(function):
            fixed = isinstance(node, ast.Call) and any(
                each.arg == "training" and ast.unparse(each.value) == "True" for each in node.keywords
            )
            # who wants several answers of one input lets dropout alone go on
            if isinstance(node, ast.Call) and fixed and "drop" not in last_part(node.func).lower():
                return Found(
                    "likely",
                    {"part": ast.unparse(node.func)},
                    [(N_("line of code"), f"`{ast.unparse(node)}`")],
                    place_of(facts, node),
                )
    return None


LOOK = Look(
    name="training-mode-fixed",
    needs=(),
    find=find,
    title=N_("A part of the model is always in training mode"),
    why=N_(
        "`call` runs `{part}` with `training=True`, in `evaluate` and `predict` as well. There BatchNormalization takes the mean of the batch at hand, and dropout leaves out units. So a prediction depends on the other rows of its batch."
    ),
    change=N_("Pass on what `call` was given: `{part}(…, training=training)`."),
    terms=("training mode", "evaluation mode"),
)
