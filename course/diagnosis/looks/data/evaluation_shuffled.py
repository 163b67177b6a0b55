"""The validation set is shuffled, but its labels are not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, called, calls, last_part, names_in, nodes, origins, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

LABELS = re.compile("label|target|class|_id$|score")
"""What names of columns with labels have in them; token ids end in `ids`."""
FOR = re.compile("(?<![a-z])(?:eval|val|dev|test)")
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
    columns = [node for node in nodes(facts) if isinstance(node, ast.Subscript) and holds_labels(node)]
    column = columns[0] if columns else None
    if (column is not None and order) or (order == "changing" and any(map(goes_through, nodes(facts)))):
        rows: list[tuple[str, object]] = [(N_("data set that `predict` gets"), "`shuffle`")]
        rows += [(N_("labels"), ast.unparse(column))] if column is not None else []
        return Found("likely", {}, rows, call_place(facts, "predict"))
    for names, sources, made in sets(facts):
        for call in (each for each in ast.walk(made) if isinstance(each, ast.Call) and shuffles(each)):
            before = sources | origins(facts, call)
            # the column of what was shuffled comes in the same order
            column = next((each for each in columns if (root := whose(each)) in before and root not in names), None)
            if column is not None:
                rows = [(N_("loader"), ast.unparse(call)[:160]), (N_("labels"), ast.unparse(column))]
                return Found("likely", {}, rows, place_of(facts, call))
    return None


def sets(facts: Facts) -> Iterator[tuple[set[str], set[str], ast.expr]]:
    """What is made for evaluation: the names that are set to it, those that a function that returns it is given, and the expression."""
    for node in nodes(facts):
        if isinstance(node, ast.Assign) and FOR.search(ast.unparse(node.targets[0])):
            yield names_in(node.targets[0]), set(), node.value
        elif isinstance(node, ast.FunctionDef) and FOR.search(node.name):
            given = {name for call in calls(facts, node.name) for name in origins(facts, call)}
            values = [each.value for each in ast.walk(node) if isinstance(each, ast.Return)]
            yield from ((set(), given, value) for value in values if value is not None)


def whose(column: ast.Subscript) -> str:
    """The name of the data that a column is taken from."""
    data = column.value
    while isinstance(data, ast.Subscript):
        data = data.value
    return last_part(data)


def goes_through(node: ast.AST) -> bool:
    """Whether it goes through pairs, as the inputs and the labels of a data set."""
    return isinstance(node, ast.ListComp | ast.GeneratorExp) and isinstance(node.generators[0].target, ast.Tuple)


def holds_labels(node: ast.Subscript) -> bool:
    """Whether it takes the column of the labels from a data set for evaluation."""
    column = re.search(r"(?<![a-z])(?:eval|val|dev|test)\w*[\"\']?\]?\[[\"\'](\w+)[\"\']\]$", ast.unparse(node))
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
