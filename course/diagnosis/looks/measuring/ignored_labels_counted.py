"""The metric counts labels that should be ignored."""

from __future__ import annotations

import ast
import math
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, function_place, is_equal, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

LABELS = re.compile(r"label|target", re.IGNORECASE)
"""What is in the names of labels."""


def find(facts: Facts) -> Found | None:
    if facts.metric is None:
        return in_loop(facts)
    if not facts.metric.counts_ignored or facts.metric.labels is None:
        return None
    labels = facts.metric.labels
    return Found(
        "certain",
        {},
        [
            (N_("labels in all"), math.prod(labels.shape)),
            (N_("of them `-100`"), labels.ignored),
            *(
                (N_("for predictions that are all right"), f"{name} = {value:.4g}")
                for name, value in facts.metric.perfect.items()
            ),
        ],
        function_place(facts, "metric"),
    )


def in_loop(facts: Facts) -> Found | None:
    """The program compares all the labels of a batch with its predictions, and counts all of them."""
    marked = next((each.targets for each in facts.loss_calls if each.targets.ignored), None)
    if marked is None or any(chosen(each) for each in nodes(facts)):
        return None
    for node in nodes(facts):
        # labels of another kind, as those of a test, may have no mark
        if not isinstance(node, ast.Compare) or not is_equal(node) or not facts.equal.get(node.lineno, True):
            continue
        for labels in map(ast.unparse, (node.left, node.comparators[0])):
            if LABELS.search(labels) and any(counts_all(each, node, labels) for each in nodes(facts)):
                rows: list[tuple[str, object]] = [
                    (N_("labels in all"), math.prod(marked.shape)),
                    (N_("of them `-100`"), marked.ignored),
                    (N_("line of code"), f"`{ast.unparse(node)}`"),
                ]
                return Found("likely", {}, rows, place_of(facts, node))
    return None


def chosen(node: ast.AST) -> bool:
    """Whether this chooses places by their labels, or looks for the mark."""
    if isinstance(node, ast.Call) and called(node) in ("ne", "ge", "gt", "not_equal", "where", "masked_fill"):
        return LABELS.search(ast.unparse(node)) is not None
    if not isinstance(node, ast.Compare):
        return False
    ordered = any(isinstance(each, ast.Gt | ast.GtE | ast.NotEq) for each in node.ops)
    return "-100" in ast.unparse(node) or (ordered and LABELS.search(ast.unparse(node.left)) is not None)


def counts_all(node: ast.AST, compared: ast.Compare, labels: str) -> bool:
    """Whether this counts all places of the labels, or takes the mean over all that were compared."""
    if isinstance(node, ast.Call) and called(node) == "mean":
        return any(each is compared for each in ast.walk(node))
    if not isinstance(node, ast.Assign | ast.AugAssign | ast.Return):
        return False
    name = re.escape(labels)
    counting = rf"{name}\.(?:numel\(\)|nelement\(\)|size\b(?!\())|\b(?:numel|size)\({name}\)"
    return re.search(counting, ast.unparse(node)) is not None


LOOK = Look(
    name="ignored-labels-counted",
    needs=(),
    find=find,
    title=N_("The metric counts labels that should be ignored"),
    why=N_(
        "The label `-100` marks tokens that have no label: special tokens, later pieces of words, and padding. Your metric compares them with the predictions all the same, and there no prediction can be right. The more of them a batch has, the less the model seems to know."
    ),
    change=N_("Take only the places where `labels != -100` before you compare."),
    cases=("good-tags-low-score",),
    terms=("metric", "label"),
)
