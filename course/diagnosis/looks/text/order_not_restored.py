"""Rows are sorted by length inside the model, and come out in this order."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

SORTING = ("sort", "argsort", "topk")
RESTORING = re.compile(
    r"argsort|unsort|inverse|restore|original|scatter|index_copy|unsorted_indices|revert", re.IGNORECASE
)
"""What is in functions that bring rows back into their order."""


def find(facts: Facts) -> Found | None:
    for function in (node for node in nodes(facts) if isinstance(node, ast.FunctionDef)):
        text = ast.unparse(function)
        if function.name not in ("forward", "call", "encode") or not re.search(r"length|lens", text, re.IGNORECASE):
            continue
        orders: dict[str, ast.Assign] = {}
        for node in (each for each in ast.walk(function) if isinstance(each, ast.Assign)):
            if isinstance(node.value, ast.Call) and called(node.value) in SORTING and "len" in ast.unparse(node.value):
                target = node.targets[0]
                name = ast.unparse(
                    target.elts[1] if isinstance(target, ast.Tuple) and len(target.elts) == 2 else target
                )
                orders[name] = node
        for name, node in orders.items():
            # behind the line that sorts
            rest = text.partition(ast.unparse(node))[2]
            sorted_rows = re.search(rf"\w+\[{re.escape(name)}\]|index_select\(0, {re.escape(name)}\)", rest)
            returned = " ".join(
                ast.unparse(each.value) for each in ast.walk(function) if isinstance(each, ast.Return) and each.value
            )
            own = re.escape(name)
            back = re.search(rf"\[{own}\] = |sort\({own}\b|\b{own}\.sort\(|(?:label|target|\by)\w*\[{own}\]", rest)
            if (
                sorted_rows is not None
                and back is None
                and not RESTORING.search(rest)
                and not re.search(rf"\b{re.escape(name)}\b", returned)
            ):
                return Found(
                    "likely",
                    {"order": name},
                    [(N_("sorted in"), f"`{ast.unparse(node)}`"), (N_("returned"), f"`{returned}`")],
                    place_of(facts, node),
                )
    return None


LOOK = Look(
    name="order-not-restored",
    needs=(),
    find=find,
    title=N_("The rows come out in another order than they went in"),
    why=N_(
        "The rows are sorted by their lengths with `{order}`, and what the model returns stays in this order. The labels are in the old one, so most rows are compared with the label of another row."
    ),
    change=N_(
        "Bring them back at the end, `output[{order}.argsort()]`. Or do not sort: `pack_padded_sequence(…, enforce_sorted=False)` does both by itself."
    ),
    terms=("batch", "label"),
)
