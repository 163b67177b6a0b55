"""The validation set is shuffled, but its labels are not."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

LABELS = re.compile("label|target|class|_id$|score")
"""What names of columns with labels have in them; token ids end in `ids`."""
FOR = re.compile("eval|val|dev|test")
"""What names of data sets for evaluation have in them."""


def shuffles(call: ast.Call) -> bool:
    """Whether a call makes batches in another order than that of the data set."""
    if called(call) == "shuffle":
        return True
    asked = next((ast.unparse(each.value) for each in call.keywords if each.arg == "shuffle"), "")
    # this one shuffles unless it is told not to
    return asked == "True" or (called(call) == "prepare_tf_dataset" and not asked)


def find(facts: Facts) -> Found | None:
    order = facts.settings.order if facts.settings is not None else ""
    column = next((node for node in nodes(facts) if isinstance(node, ast.Subscript) and holds_labels(node)), None)
    if (column is not None and order) or (order == "changing" and any(map(goes_through, nodes(facts)))):
        rows: list[tuple[str, object]] = [(N_("data set that `predict` gets"), "`shuffle`")]
        rows += [(N_("labels"), ast.unparse(column))] if column is not None else []
        return Found("likely", {}, rows, call_place(facts, "predict"))
    named = [(ast.unparse(node.targets[0]), node.value) for node in nodes(facts) if isinstance(node, ast.Assign)] + [
        (node.name, each.value)
        for node in nodes(facts)
        if isinstance(node, ast.FunctionDef)
        for each in ast.walk(node)
        if isinstance(each, ast.Return) and each.value is not None
    ]
    shuffled = [
        call
        for name, value in named
        if FOR.search(name)
        for call in ast.walk(value)
        if isinstance(call, ast.Call) and shuffles(call)
    ]
    if not shuffled or column is None:
        return None
    return Found(
        "likely",
        {},
        [(N_("loader"), ast.unparse(shuffled[0])[:160]), (N_("labels"), ast.unparse(column))],
        place_of(facts, shuffled[0]),
    )


def goes_through(node: ast.AST) -> bool:
    """Whether it goes through pairs, as the inputs and the labels of a data set."""
    return isinstance(node, ast.ListComp | ast.GeneratorExp) and isinstance(node.generators[0].target, ast.Tuple)


def holds_labels(node: ast.Subscript) -> bool:
    """Whether it takes the column of the labels from a data set for evaluation."""
    column = re.search(r"(?:eval|val|dev|test)\w*[\"\']?\]?\[[\"\'](\w+)[\"\']\]$", ast.unparse(node))
    return column is not None and LABELS.search(column.group(1)) is not None


LOOK = Look(
    name="evaluation-shuffled",
    needs=(),
    find=find,
    title=N_("The validation set is shuffled, but its labels are not"),
    why=N_(
        "The loader of the validation set gives its examples in a new order each time. The labels that the predictions are compared with come in another order. So each prediction is compared with the label of another example."
    ),
    change=N_(
        "Leave `shuffle=True` out of the loader of the validation set, or take the labels from the same batches as the predictions."
    ),
    cases=("low-loss-low-accuracy", "perfect-training-random-score"),
    terms=("shuffling", "validation set", "DataLoader"),
)
