"""The metric compares each prediction with every label."""

from __future__ import annotations

import ast

from course.diagnosis.facts import CLOSE, Facts
from course.diagnosis.lines import called, function_place, is_equal, last_part, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

KEEPING = ("round", "rint", "exp", "expm1", "where", "clip", "maximum", "abs", "sqrt")
"""Functions of NumPy that return an array of the same shape."""
SAME = ("astype", "round", "clip", "inverse_transform")
"""Methods of arrays, or of what scales them, that do."""


def find(facts: Facts) -> Found | None:
    if facts.metric is not None:
        column, flat = facts.metric.perfect, facts.metric.flat
        for name, value in flat.items():
            # predictions that are all right have an error of 0, or a score of 1
            ideal = next((each for each in (0.0, 1.0) if abs(value - each) < CLOSE), None)
            if ideal is not None and abs(column.get(name, ideal) - ideal) > CLOSE:
                return Found(
                    "certain",
                    {},
                    [
                        (N_("value for right predictions with the shape `(n, 1)`"), column[name]),
                        (N_("value for the same predictions with the shape `(n,)`"), value),
                    ],
                    function_place(facts, "metric"),
                )
    if facts.paired is not None:
        return Found("likely", {}, shapes(facts.paired.rows), facts.paired.place)
    names, rows = facts.flat
    node = compared(facts, names) if names else None
    return Found("likely", {}, shapes(rows), place_of(facts, node)) if node is not None else None


def shapes(rows: int) -> list[tuple[str, object]]:
    return [(N_("shape of the predictions"), f"({rows}, 1)"), (N_("shape of the labels"), f"({rows},)")]


def compared(facts: Facts, flat: frozenset[str]) -> ast.expr | None:
    """Where the program compares what `predict` of Keras returned, as a column, with an array that has one number for each row."""
    made: dict[str, list[ast.expr]] = {}
    for node in nodes(facts):
        if isinstance(node, ast.FunctionDef) and node.name == "predict":
            # it is the reader's own, and may return anything
            return None
        if isinstance(node, ast.Assign):
            for target in node.targets:
                made.setdefault(ast.unparse(target), []).append(node.value)

    def is_column(node: ast.expr, depth: int = 4) -> bool:
        if isinstance(node, ast.Name):
            values = made.get(node.id, [])
            return depth > 0 and bool(values) and all(is_column(each, depth - 1) for each in values)
        if isinstance(node, ast.Compare):
            return is_column(node.left, depth) and all(is_number(each) for each in node.comparators)
        if isinstance(node, ast.BinOp):
            return (is_column(node.left, depth) and is_number(node.right)) or (
                is_number(node.left) and is_column(node.right, depth)
            )
        if not isinstance(node, ast.Call):
            return False
        if called(node) == "predict":
            return isinstance(node.func, ast.Attribute)
        if called(node) in KEEPING and node.args and last_part(getattr(node.func, "value", node)) in ("np", "numpy"):
            return is_column(node.args[0], depth)
        if called(node) == "inverse_transform" and node.args:
            return is_column(node.args[0], depth)
        return called(node) in SAME and isinstance(node.func, ast.Attribute) and is_column(node.func.value, depth)

    def is_row(node: ast.expr, depth: int = 4) -> bool:
        if isinstance(node, ast.Name):
            values = made.get(node.id, [])
            return node.id in flat or (depth > 0 and bool(values) and all(is_row(each, depth - 1) for each in values))
        if isinstance(node, ast.Compare):
            return is_row(node.left, depth) and all(is_number(each) for each in node.comparators)
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and called(node) == "astype"
            and is_row(node.func.value, depth)
        )

    def is_number(node: ast.expr) -> bool:
        return not any(isinstance(each, ast.Name) and each.id in flat for each in ast.walk(node)) and not any(
            isinstance(each, ast.Call) for each in ast.walk(node)
        )

    for node in nodes(facts):
        sides: list[ast.expr] = []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
            sides = [node.left, node.right]
        elif isinstance(node, ast.Compare) and is_equal(node):
            sides = [node.left, node.comparators[0]]
        for one, other in (sides, sides[::-1]) if sides else ():
            if is_column(one) and is_row(other):
                assert isinstance(node, ast.expr)
                return node
    return None


LOOK = Look(
    name="metric-pairs-all",
    needs=(),
    find=find,
    title=N_("The metric compares each prediction with every label"),
    why=N_(
        "The predictions have the shape `(n, 1)` and the labels have the shape `(n,)`. What comes of `-` or `==` between them has the shape `(n, n)`: each prediction is compared with every label. So the value says nothing about the model, even if all predictions are right."
    ),
    change=N_("Take the last axis away before you compare: `predictions = predictions.squeeze(-1)`."),
    terms=("metric", "shape", "prediction"),
    cases=("outputs-good-score-low",),
)
