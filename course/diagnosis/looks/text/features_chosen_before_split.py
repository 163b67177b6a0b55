"""Columns are chosen by what the labels of all rows say, and the rows are split only then."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, origins, place_of
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.fitted_before_split import PART, SPLITTING
from course.i18n import N_

LABELS = re.compile(r"^(?:y|labels?|targets?|response|outcome|classes|diagnosis|answers)(?:_\w+)?$", re.IGNORECASE)
"""Names of the labels of rows, where nothing else tells."""


def find(facts: Facts) -> Found | None:
    for node in nodes(facts):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Subscript):
            continue
        columns = node.value.slice
        if not isinstance(columns, ast.Tuple) or len(columns.elts) != 2 or ast.unparse(columns.elts[0]) != ":":
            continue
        rows, target = ast.unparse(node.value.value), ast.unparse(node.targets[0])
        used = origins(facts, columns.elts[1], {rows, target})
        if rows not in used or any(map(PART.search, {*used, target})):
            continue
        for labels in sorted(used - {rows}):
            if not LABELS.match(labels):
                continue
            split = split_later(facts, node.lineno, target, labels)
            if split is not None:
                return Found(
                    "likely",
                    {"columns": ast.unparse(columns.elts[1]), "labels": labels},
                    [(N_("line of code"), f"`{ast.unparse(node)}`"), (N_("split only then"), f"`{split}`")],
                    place_of(facts, node),
                )
    return None


def split_later(facts: Facts, line: int, rows: str, labels: str) -> str | None:
    """What takes parts of the rows and of their labels in a later line."""
    parts: dict[str, str] = {}
    for node in nodes(facts):
        if getattr(node, "lineno", 0) <= line:
            continue
        if isinstance(node, ast.Call) and (called(node) in SPLITTING or called(node) == "split"):
            given = {ast.unparse(each) for each in node.args}
            if rows in given:
                return ast.unparse(node)
        if (
            isinstance(node, ast.Subscript)
            and ast.unparse(node.value) in (rows, labels)
            and PART.search(ast.unparse(node.slice))
        ):
            parts[ast.unparse(node.value)] = ast.unparse(node)
    return parts[rows] if {rows, labels} <= {*parts} else None


LOOK = Look(
    name="features-chosen-before-split",
    needs=(),
    find=find,
    title=N_("The features were chosen with the labels of the test rows, too"),
    why=N_(
        "Which columns are kept, `{columns}`, is decided with `{labels}` of all rows, and the rows are split only then. Among many columns, some always fit the labels by chance, those of the test rows included. So the score can be good even where there is nothing to learn."
    ),
    change=N_(
        "Split first, and choose the columns with the training rows alone: in a cross-validation anew for each fold."
    ),
    terms=("feature", "label", "test set"),
)
