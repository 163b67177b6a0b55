"""The validation set is shuffled, but its labels are not."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    shuffled = [
        call
        for node in nodes(facts)
        if isinstance(node, ast.Assign) and re.search("eval|val|dev|test", ast.unparse(node.targets[0]))
        for call in ast.walk(node.value)
        if isinstance(call, ast.Call)
        and called(call) == "DataLoader"
        and any(each.arg == "shuffle" and ast.unparse(each.value) == "True" for each in call.keywords)
    ]
    if not shuffled:
        return None
    for node in nodes(facts):
        words = ast.unparse(node) if isinstance(node, ast.Subscript) else ""
        if re.search(r"(eval|val|dev|test)\w*[\"\']?\]?\[[\"\']labels?[\"\']\]$", words):
            return Found(
                "likely",
                {"labels": words},
                [(N_("loader"), ast.unparse(shuffled[0])[:160]), (N_("labels"), words)],
                place_of(facts, shuffled[0]),
            )
    return None


LOOK = Look(
    name="evaluation-shuffled",
    needs=(),
    find=find,
    title=N_("The validation set is shuffled, but its labels are not"),
    why=N_(
        "The loader of the validation set gives its examples in a new order each time. The labels are taken from the data set itself (`{labels}`), in the old order. So each prediction is compared with the label of another example."
    ),
    change=N_(
        "Leave `shuffle=True` out of the loader of the validation set, or take the labels from the same batches as the predictions."
    ),
    case="low-loss-low-accuracy",
    terms=("shuffling", "validation set", "DataLoader"),
)
