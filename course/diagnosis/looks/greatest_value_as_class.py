"""The greatest output is taken for the class, and not its place."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    values = {name for name, value in assigned(facts).items() if is_greatest(value)}
    for node in nodes(facts):
        # `value, place = outputs.max(1)`
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and is_maximum(node.value):
            first = ast.unparse(node.targets[0].elts[0])
            values |= (
                {first}
                if first != "_" and "val" not in first and "prob" not in first and "conf" not in first
                else set()
            )
    for node in nodes(facts):
        if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], ast.Eq):
            continue
        for side, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
            plain = inner(side)
            if (is_greatest(plain) or ast.unparse(plain) in values) and not isinstance(other, ast.Constant):
                # where the greatest outputs are compared with other outputs, they are meant
                if is_greatest(other) or "max" in ast.unparse(other):
                    continue
                return Found(
                    "certain" if is_greatest(plain) else "likely",
                    {"compared": ast.unparse(side)},
                    [(N_("the line"), f"`{ast.unparse(node)}`")],
                    place_of(facts, node),
                )
    return None


def inner(node: ast.expr) -> ast.expr:
    """What is left of an expression without a change of its shape."""
    while isinstance(node, ast.Call) and called(node) in ("view_as", "squeeze", "view", "cpu", "flatten", "long"):
        if not isinstance(node.func, ast.Attribute):
            break
        node = node.func.value
    return node


def is_maximum(node: ast.expr) -> bool:
    """Whether it is a call that returns the greatest values and their places along an axis."""
    if not isinstance(node, ast.Call) or called(node) != "max" or not isinstance(node.func, ast.Attribute):
        return False
    of_torch = ast.unparse(node.func.value) == "torch"
    given = len(node.args) - of_torch + sum(each.arg in ("dim", "axis") for each in node.keywords)
    return given == 1 and ast.unparse(node.func.value) not in ("np", "numpy", "tf")


def is_greatest(node: ast.expr) -> bool:
    """Whether it is the values of such a call."""
    if isinstance(node, ast.Subscript) and ast.unparse(node.slice) == "0":
        return is_maximum(node.value)
    return isinstance(node, ast.Attribute) and node.attr == "values" and is_maximum(node.value)


LOOK = Look(
    name="greatest-value-as-class",
    needs=(),
    find=find,
    title=N_("The greatest output is taken for the class"),
    why=N_(
        "`max` over an axis returns two things: the greatest values, and their places. `{compared}` is the values, and the labels are places: the two are hardly ever equal, so nearly every prediction counts as wrong."
    ),
    change=N_("Use the places: `outputs.argmax(dim=1)`, or `outputs.max(1)[1]`."),
    terms=("logits", "class", "prediction"),
)
