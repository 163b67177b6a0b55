"""The loss counts rows that a mask keeps for the test."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, enclosing, given_to, nodes, place_of, scopes
from course.diagnosis.look import Found, Look
from course.i18n import N_

TRAINING = re.compile(r"\b(?:train|tr)_?(?:mask|idx|index)\b")
"""What says which rows of one table, or which nodes of a graph, are for the training."""
KEPT = re.compile(r"\b(?:test|val|valid|validation)_?(?:mask|idx|index)\b")
"""What says the same of those that are kept for an evaluation."""


def find(facts: Facts) -> Found | None:
    training = TRAINING.search(facts.source)
    if training is None:
        return None
    # what is compared for the test: parts of it belong to other rows than those of the training
    compared = {
        ast.unparse(node.value): ast.unparse(node.slice)
        for node in nodes(facts)
        if isinstance(node, ast.Subscript) and KEPT.search(ast.unparse(node.slice))
    }
    for body in scopes(facts):
        if not any(isinstance(node, ast.Call) and called(node) == "backward" for node in body):
            continue
        for node in (each for each in body if isinstance(each, ast.Assign) and isinstance(each.value, ast.Call)):
            assert isinstance(node.value, ast.Call)
            given = [ast.unparse(each) for each in node.value.args]
            whole = len(given) > 1 and given[1] in compared and not any("mask" in each or "[" in each for each in given)
            if whole and not given_parts(facts, node, given[1]) and "loss" in ast.unparse(node.targets[0]):
                return Found(
                    "likely",
                    {"mask": training[0], "other": compared[given[1]]},
                    [
                        (N_("line of code"), f"`{ast.unparse(node)[:120]}`"),
                        (N_("kept for the test"), f"`{compared[given[1]]}`"),
                    ],
                    place_of(facts, node),
                )
    return None


def given_parts(facts: Facts, node: ast.AST, name: str) -> bool:
    """Whether a name is a parameter there, and a call gives something else for it than what has this name outside."""
    function, first = enclosing(facts).get(id(node)), name.partition(".")[0]
    return function is not None and any(ast.unparse(each) != first for each in given_to(facts, function, first))


LOOK = Look(
    name="test-rows-in-loss",
    needs=(),
    find=find,
    title=N_("The loss counts rows that are kept for the test"),
    why=N_(
        "`{other}` says which rows are kept for an evaluation, and `{mask}` which ones are for the training. But the loss is computed from all rows. So the model learns the labels that it is tested with, and the score is too good."
    ),
    change=N_(
        "Compute the loss from the rows of the training alone: `loss_function(outputs[{mask}], labels[{mask}])`."
    ),
    terms=("loss function", "test set", "training set"),
)
