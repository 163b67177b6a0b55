"""The greatest output is taken for the class, and not its place."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, place_of, scopes
from course.diagnosis.look import Found, Look
from course.i18n import N_

LABELS = re.compile(r"label|target|truth|gold|answer|(?:^|_)[yt](?:_?\w{0,6})?$|(?:^|[\[\"'])y", re.IGNORECASE)
"""The names of the numbers of classes."""
RESHAPING = ("view_as", "squeeze", "view", "cpu", "flatten", "long", "reshape", "type", "data")


def find(facts: Facts) -> Found | None:
    for body in scopes(facts):
        values: dict[str, str] = {}
        for node in (each for each in body if isinstance(each, ast.Assign)):
            target, of = node.targets[0], greatest_of(node.value)
            if isinstance(target, ast.Tuple) and pairs_of(node.value):
                values[ast.unparse(target.elts[0])] = pairs_of(node.value)
            elif of:
                values[ast.unparse(target)] = of
        for each in body:
            for side, other in compared(each):
                plain, labels = inner(side), ast.unparse(inner(other))
                of = greatest_of(plain) or values.get(ast.unparse(plain), "")
                # where the greatest outputs, or labels, are compared with outputs, they are meant
                same = bool(of) and re.search(rf"(?<![\w.]){re.escape(of)}(?!\w)", labels) is not None
                if of and LABELS.search(labels) and not LABELS.search(of) and not same and labels != ast.unparse(plain):
                    return Found(
                        "certain" if greatest_of(plain) else "likely",
                        {"compared": ast.unparse(side)},
                        [(N_("the line"), f"`{ast.unparse(each)}`")],
                        place_of(facts, each),
                    )
    return None


def compared(node: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    """The two sides of a question whether they are equal, both ways round."""
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq):
        one, other = node.left, node.comparators[0]
    elif isinstance(node, ast.Call) and called(node) in ("eq", "equal") and isinstance(node.func, ast.Attribute):
        parts = [*node.args] if len(node.args) > 1 else [node.func.value, *node.args]
        if len(parts) != 2:
            return []
        one, other = parts
    else:
        return []
    return [(one, other), (other, one)]


def inner(node: ast.expr) -> ast.expr:
    """What is left of an expression without a change of its shape."""
    while isinstance(node, ast.Call) and called(node) in RESHAPING and isinstance(node.func, ast.Attribute):
        node = node.func.value
    return node


def pairs_of(node: ast.expr) -> str:
    """Of a call that returns the greatest values and their places along an axis, what it is taken of; else empty."""
    if (
        not isinstance(node, ast.Call)
        or called(node) not in ("max", "topk")
        or not isinstance(node.func, ast.Attribute)
    ):
        return ""
    owner = ast.unparse(node.func.value)
    if owner in ("np", "numpy", "tf", "jnp"):
        return ""
    of_torch = owner == "torch"
    axis = len(node.args) - of_torch + sum(each.arg in ("dim", "axis") for each in node.keywords)
    of = ast.unparse(node.args[0]) if of_torch and node.args else owner
    return of if called(node) == "topk" or axis == 1 else ""


def greatest_of(node: ast.expr) -> str:
    """Of the greatest values along an axis, what they are taken of; else empty."""
    if isinstance(node, ast.Subscript) and ast.unparse(node.slice) == "0":
        return pairs_of(node.value)
    if isinstance(node, ast.Attribute) and node.attr == "values":
        return (
            pairs_of(node.value) if not any(each.arg == "axis" for each in getattr(node.value, "keywords", ())) else ""
        )
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("np.max", "np.amax", "tf.reduce_max", "ops.max"):
        axis = any(each.arg == "axis" for each in node.keywords) or len(node.args) > 1
        return ast.unparse(node.args[0]) if axis and node.args else ""
    return ""


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
