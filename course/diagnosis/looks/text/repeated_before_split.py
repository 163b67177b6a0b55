"""Rows are repeated, and split into training and test rows only then."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of, scopes
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.fitted_before_split import PART, split_of
from course.i18n import N_

REPEATING = re.compile(
    r"\b(?:resample|sample|choice|choices)\(.*\breplace=True|\[\w+\] \* \w+|\boversample\(|RandomOverSampler\(",
    re.DOTALL,
)
"""What takes rows several times."""


def find(facts: Facts) -> Found | None:
    functions = {
        node.name
        for node in nodes(facts)
        if isinstance(node, ast.FunctionDef) and any(REPEATING.search(ast.unparse(each)) for each in node.body)
    }
    for body in scopes(facts):
        for node in (each for each in body if isinstance(each, ast.Assign)):
            words = ast.unparse(node.value)
            by_function = isinstance(node.value, ast.Call) and called(node.value) in functions
            target = node.targets[0].elts[0] if isinstance(node.targets[0], ast.Tuple) else node.targets[0]
            name = ast.unparse(target)
            if not (by_function or REPEATING.search(words)) or PART.search(name) or PART.search(words):
                continue
            split = split_of(body, name, node)
            if split is not None and re.match(r"(?:\w+\.)*(?:train_test_split|random_split)\(", split):
                return Found(
                    "likely",
                    {},
                    [(N_("repeated in"), f"`{ast.unparse(node)[:120]}`"), (N_("split only then"), f"`{split}`")],
                    place_of(facts, node),
                )
    return None


LOOK = Look(
    name="repeated-before-split",
    needs=(),
    find=find,
    title=N_("Rows are repeated before the data are split"),
    why=N_(
        "Rows are taken several times, for example to balance the classes, and the data are split only then. So copies of one row come into the training and the test set, and the score is too good."
    ),
    change=N_("Split first. Then repeat rows of the training set only."),
    terms=("oversampling", "split", "test set"),
)
