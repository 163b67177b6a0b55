"""A list is repeated as a whole where each of its items was to be repeated."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

PAIRING = re.compile(r"token|zip|encode|pair", re.IGNORECASE)
"""What is in the names of what takes one item of each of two lists."""


def find(facts: Facts) -> Found | None:
    for node in nodes(facts):
        if not (isinstance(node, ast.Call) and len(node.args) >= 2 and PAIRING.search(ast.unparse(node.func))):
            continue
        first, second = node.args[:2]
        made = assigned(facts, node)
        for one, other in ((first, second), (second, first)):
            times = repeated(made.get(ast.unparse(one), one))
            if times and is_flattened(made.get(ast.unparse(other), other), made):
                return Found(
                    "likely",
                    {"list": times[0], "times": times[1]},
                    [(N_("repeated"), f"`{times[0]} * {times[1]}`"), (N_("put beside"), f"`{ast.unparse(other)}`")],
                    place_of(facts, made.get(ast.unparse(one), one)),
                )
    return None


def repeated(node: ast.expr) -> tuple[str, str] | None:
    """The list that `list * n` repeats, and how many times."""
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)):
        return None
    rows, times = node.left, node.right
    # `[text] * n` repeats one item
    is_rows = isinstance(rows, ast.Name | ast.Attribute | ast.Subscript) or (
        isinstance(rows, ast.Call) and called(rows) in ("list", "tuple")
    )
    counts = isinstance(times, ast.Constant | ast.Attribute) or (isinstance(times, ast.Name) and times.id.isupper())
    return (ast.unparse(rows), ast.unparse(times)) if is_rows and counts else None


def is_flattened(node: ast.expr, made: Mapping[str, ast.expr]) -> bool:
    """Whether lists of lists are joined, item by item."""
    if isinstance(node, ast.ListComp):
        return len(node.generators) == 2 and ast.unparse(node.generators[0].target) == ast.unparse(
            node.generators[1].iter
        )
    if not isinstance(node, ast.Call):
        return False
    if called(node) == "list" and node.args:
        return is_flattened(made.get(ast.unparse(node.args[0]), node.args[0]), made)
    return called(node) in ("from_iterable", "chain") or (called(node) == "sum" and ast.unparse(node).endswith(", [])"))


LOOK = Look(
    name="repeated-in-another-order",
    needs=(),
    find=find,
    title=N_("A list is repeated as a whole, and stands beside items of other rows"),
    why=N_(
        "`{list} * {times}` is the whole list, then the whole list again. Beside it stand all choices of the first row, then all of the second. So most choices are paired with the text of another row."
    ),
    change=N_("Repeat each item in its place: `[item for item in {list} for _ in range({times})]`."),
    terms=("example", "token"),
)
