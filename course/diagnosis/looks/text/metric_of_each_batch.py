"""A metric that is no mean over the rows is averaged over the batches."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

RATIO = re.compile(
    r"(?<![a-z])(?:f1|f_?beta|precision|recall|auc|mcc|matthews|kappa|r2|r_squared|rmse|specificity)(?![a-z])",
    re.IGNORECASE,
)
"""What is in the names of metrics whose value for all rows is not the mean of those of their parts."""


def find(facts: Facts) -> Found | None:
    functions = {node.name: node for node in nodes(facts) if isinstance(node, ast.FunctionDef)}
    for call in calls(facts, "compile"):
        for option in (each for each in call.keywords if each.arg == "metrics"):
            for each in ast.walk(option.value):
                name = each.id if isinstance(each, ast.Name) else ""
                # what is only shown in passing may be rough
                relied_on = re.search(rf"['\"]val_{name}['\"]", facts.source) is not None
                if name in functions and RATIO.search(name) and relied_on and len(functions[name].args.args) == 2:
                    return Found(
                        "likely",
                        {"name": name},
                        [(N_("line of code"), f"`{ast.unparse(option)}`")],
                        place_of(facts, functions[name]),
                    )
    return None


LOOK = Look(
    name="metric-of-each-batch",
    needs=(),
    find=find,
    title=N_("The metric is averaged over the batches"),
    why=N_(
        "Keras calls the function `{name}` for each batch, and shows the mean of its values. But this metric of all rows is not the mean of the metric of their batches: it changes with the batch size, and a batch without a positive row counts as 0."
    ),
    change=N_(
        "Use a metric of Keras that counts over all batches, such as `keras.metrics.F1Score`, or compute it once from `model.predict` for all rows."
    ),
    terms=("metric", "batch"),
)
