"""A loss function of one's own takes its arguments in the wrong order."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, last_part, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

GIVEN = re.compile(r"pred|logit|output|y_hat", re.IGNORECASE)
RIGHT = re.compile(r"true|label|target|gold", re.IGNORECASE)
"""What is in the names of what a model returns, and of what it should."""


def find(facts: Facts) -> Found | None:
    functions = {node.name: node for node in nodes(facts) if isinstance(node, ast.FunctionDef)}
    for call in calls(facts, "compile"):
        named = [keyword.value for keyword in call.keywords if keyword.arg in ("loss", "metrics")]
        for value in [*call.args[1:2], *named]:
            for each in value.elts if isinstance(value, ast.List | ast.Tuple) else [value]:
                function = functions.get(last_part(each.func if isinstance(each, ast.Call) else each))
                inner = [one for one in ast.walk(function) if isinstance(one, ast.FunctionDef)] if function else []
                # a function that makes the loss has it inside
                for one in inner if not isinstance(each, ast.Call) else inner[1:]:
                    names = [argument.arg for argument in one.args.args][:2]
                    if len(names) == 2 and GIVEN.search(names[0]) and RIGHT.search(names[1]):
                        return Found(
                            "likely",
                            {"function": f"`{one.name}`", "first": f"`{names[0]}`", "second": f"`{names[1]}`"},
                            [(N_("arguments of the function"), ", ".join(names))],
                            place_of(facts, one),
                        )
    return None


LOOK = Look(
    name="loss-function-arguments",
    needs=(),
    find=find,
    title=N_("A loss function of your own takes its arguments in the wrong order"),
    why=N_(
        "Keras calls a loss function with the right answers first and with the predictions second. {function} has {first} first and {second} second, so it takes the one for the other."
    ),
    change=N_("Exchange the two arguments: `def loss(y_true, y_pred)`."),
    terms=("loss function", "argument", "prediction"),
)
