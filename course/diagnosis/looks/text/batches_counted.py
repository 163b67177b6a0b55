"""The number of examples is computed from the number of batches."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import CLOCK, keywords, names_in, nodes, pairs_of, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def counts_batches(node: ast.AST) -> bool:
    """Whether an expression multiplies a number of batches by a batch size."""
    words = ast.unparse(node)
    product = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)
    return product and "batch_size" in words and re.search(r"len\(\w*(loader|batches|dl)\w*\)", words) is not None


def find(facts: Facts) -> Found | None:
    # then every batch is full
    if any(
        word.arg in ("drop_last", "drop_remainder") and ast.unparse(word.value) == "True" for word in keywords(facts)
    ):
        return None
    names: set[str] = set()
    for node in nodes(facts):
        if isinstance(node, ast.Assign) and counts_batches(node.value):
            names |= {each.id for each in node.targets if isinstance(each, ast.Name)}
    for node in nodes(facts):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            below = node.right
            counted = counts_batches(below) or (isinstance(below, ast.Name) and below.id in names)
            if counted and not is_time(facts, node.left):
                return Found(
                    "likely",
                    {"expression": ast.unparse(below)},
                    [(N_("divided by"), ast.unparse(below))],
                    place_of(facts, node),
                )
    return None


def is_time(facts: Facts, node: ast.expr) -> bool:
    """Whether it is made of what a clock tells; the mean time for each example needs no exact number of them."""
    names = names_in(node)
    made = [node]
    for each in nodes(facts):
        if isinstance(each, ast.Assign):
            made += [value for target, value in pairs_of(each) if names & names_in(target)]
        elif isinstance(each, ast.AugAssign) and names & names_in(each.target):
            made.append(each.value)
    return any(CLOCK.search(ast.unparse(each)) for each in made)


LOOK = Look(
    name="batches-counted",
    needs=(),
    find=find,
    title=N_("The number of examples is computed from the number of batches"),
    why=N_(
        "`{expression}` is the number of examples only if the last batch is full. Otherwise it is too large, and an accuracy that is divided by it is too small."
    ),
    change=N_("Add up the lengths of the batches, or take the length of the data set."),
    cases=("never-above-five-sixths",),
    terms=("batch", "accuracy"),
)
