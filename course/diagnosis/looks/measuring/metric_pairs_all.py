"""The metric compares each prediction with every label."""

from __future__ import annotations

import ast

from course.diagnosis.facts import CLOSE, Facts
from course.diagnosis.lines import called, function_place, is_equal, names_in, place_of, scopes
from course.diagnosis.look import Found, Look
from course.i18n import N_

KEEPING = ("round", "rint", "exp", "expm1", "where", "clip", "abs", "sqrt", "astype", "cast", "to_numpy", "numpy")
"""Functions and methods of arrays that return one of the same shape."""
FLAT = ("flatten", "ravel", "squeeze")
"""Those that make a row of a column."""


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
        return Found("likely", {}, shapes(facts.paired.rows, facts.paired.column), facts.paired.place)
    node, turned = compared(facts)
    return Found("likely", {}, shapes(facts.beside_rows, turned), place_of(facts, node)) if node is not None else None


def shapes(rows: int, column: bool) -> list[tuple[str, object]]:
    """The evidence: `column` whether the predictions are the column, and not the labels."""
    one, other = f"({rows}, 1)", f"({rows},)"
    return [
        (N_("shape of the predictions"), one if column else other),
        (N_("shape of the labels"), other if column else one),
    ]


def compared(facts: Facts) -> tuple[ast.expr | None, bool]:
    """Where the function that called `predict` of Keras compares what it returned with labels of the other form, and whether the predictions are the column."""

    def calls_predict(node: ast.AST) -> bool:
        return (
            isinstance(node, ast.Call)
            and called(node) == "predict"
            and node.lineno <= facts.column_line <= (node.end_lineno or 0)
        )

    body = next((each for each in [*scopes(facts)][::-1] if any(map(calls_predict, each))), []) if facts.beside else []
    made: dict[str, list[ast.expr]] = {}
    beside = dict(facts.beside)
    for node in body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                made.setdefault(ast.unparse(target), []).append(node.value)
                if node.lineno > facts.column_line:
                    # it had another form before
                    beside.pop(ast.unparse(target), None)

    def form(node: ast.expr, depth: int = 5) -> tuple[str, bool] | None:
        """Whether it is predictions or labels, and whether these are a column; None if that is unknown."""
        if isinstance(node, ast.Name):
            forms = {form(each, depth - 1) for each in made.get(node.id, []) if depth}
            known = forms.pop() if len(forms) == 1 else None
            if node.id in beside and (known is None or known[0] != "predictions"):
                return "labels", beside[node.id]
            return known
        if isinstance(node, ast.Compare):
            return form(node.left, depth) if all(map(is_number, node.comparators)) else None
        if isinstance(node, ast.BinOp):
            one, other = (node.left, node.right) if is_number(node.right) else (node.right, node.left)
            return form(one, depth) if is_number(other) else None
        if isinstance(node, ast.Subscript):
            return of_form(node.value, {":, 0": False, ":, None": True}.get(ast.unparse(node.slice).strip("()")), depth)
        if not isinstance(node, ast.Call):
            return None
        name, over = called(node), node.func.value if isinstance(node.func, ast.Attribute) else None
        library = over is None or ast.unparse(over) in ("np", "numpy", "tf")
        inner, given = (node.args[0] if node.args else None, node.args[1:]) if library else (over, node.args)
        if name == "predict":
            return ("predictions", True) if calls_predict(node) else None
        if name == "inverse_transform" and node.args:
            return form(node.args[0], depth)
        if inner is None:
            return None
        if name in FLAT or (name == "reshape" and [*map(ast.unparse, given)] == ["-1"]):
            return of_form(inner, False, depth)
        if name == "reshape" and [*map(ast.unparse, given)] in (["-1", "1"], ["(-1, 1)"]):
            return of_form(inner, True, depth)
        return form(inner, depth) if name in KEEPING else None

    def of_form(node: ast.expr, column: bool | None, depth: int) -> tuple[str, bool] | None:
        found = form(node, depth)
        return None if found is None or column is None else (found[0], column)

    # what is made of predictions or labels, in whatever way, is no number
    arrays = {*beside}
    for _ in range(4):
        for name, values in made.items():
            if any("predict" in ast.unparse(each) or names_in(each) & arrays for each in values):
                arrays.add(name)

    def is_number(node: ast.expr) -> bool:
        return not names_in(node) & arrays and not any(isinstance(each, ast.Call) for each in ast.walk(node))

    for node in body:
        sides: tuple[ast.expr, ast.expr] | None = None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
            sides = node.left, node.right
        elif isinstance(node, ast.Compare) and is_equal(node):
            sides = node.left, node.comparators[0]
        one, other = (form(sides[0]), form(sides[1])) if sides is not None else (None, None)
        if one is not None and other is not None and one[0] != other[0] and one[1] != other[1]:
            assert isinstance(node, ast.expr)
            return node, one[1] if one[0] == "predictions" else other[1]
    return None, False


LOOK = Look(
    name="metric-pairs-all",
    needs=(),
    find=find,
    title=N_("The metric compares each prediction with every label"),
    why=N_(
        "Of the predictions and the labels, one has the shape `(n, 1)` and the other has the shape `(n,)`. What comes of `-` or `==` between them has the shape `(n, n)`: each prediction is compared with every label. So the value says nothing about the model, even if all predictions are right."
    ),
    change=N_(
        "Bring both to one shape before you compare them, for example with `.squeeze(-1)` on the one that has the shape `(n, 1)`."
    ),
    terms=("metric", "shape", "prediction"),
    cases=("outputs-good-score-low",),
)
