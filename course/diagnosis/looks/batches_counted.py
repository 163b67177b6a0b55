"""The number of examples is computed from the number of batches."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for node in nodes(facts):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            words = ast.unparse(node)
            if re.search(r"len\(\w*(loader|dataloader|batches|dl)\w*\)", words) and "batch_size" in words:
                return Found("likely", {"expression": words}, [(N_("expression"), words)], place_of(facts, node))
    return None


LOOK = Look(
    name="batches-counted",
    needs=(),
    find=find,
    title=N_("The number of examples is computed from the number of batches"),
    why=N_(
        "`{expression}` is the number of examples only if the last batch is full. Otherwise it is too large, and an accuracy that is divided by it is too small."
    ),
    change=N_("Add up the lengths of the batches, or take the length of the data set."),
    case="never-above-five-sixths",
    terms=("batch", "accuracy"),
)
