"""One term of the loss is a sum, and the other a mean."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterable

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, called, names_in, nodes, number_of, place_of
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.divergence_of_wrong_sign import divergence
from course.i18n import N_

MEAN = re.compile(r"\b(?:reduce_)?mean\(|\bmse_loss\(|\bbinary_cross_entropy(?:_with_logits)?\(")
"""What is in the text of a loss that is a mean over all numbers."""

SUMS = ("sum", "reduce_sum")
"""The functions that add up."""
ROWS = re.compile(r"(?:\w+\.)*(?:size\(0\)|shape\[0\]|batch_size)|(?:tf\.)?shape\([\w.]+\)\[0\]|len\([\w.]+\)")
"""The number of rows of a batch: divided by that, a sum over the numbers of each row is left."""
COMPARABLE = 0.1
"""The factor from which on a sum is meant to count about as much as without one."""


def find(facts: Facts) -> Found | None:
    assert facts.layers is not None
    shape = facts.layers.summed
    if shape is None:
        return None
    if not shape:
        # a graph of TensorFlow cannot be read; in PyTorch's, a mean over the rows hides the sum within each
        return in_source(facts)
    return Found(
        "likely",
        {},
        [
            (N_("shape of the tensor that one term adds up"), str(shape)),
            (N_("numbers that it adds up"), math.prod(shape)),
        ],
        call_place(facts, "sum", "mse_loss", "binary_cross_entropy"),
    )


def in_source(facts: Facts) -> Found | None:
    """The divergence of a variational autoencoder is added up over the codes, and the other term is a mean over all numbers."""
    made: dict[str, list[ast.expr]] = {}
    for node in nodes(facts):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            made.setdefault(node.targets[0].id, []).append(node.value)

    def adds_up(name: str) -> bool:
        within = [part for each in made.get(name, ()) for part in ast.walk(each)]
        sums = any(isinstance(each, ast.Call) and called(each) in SUMS for each in within)
        return sums and any(divergence(each) for each in within) and not rescaled(facts, name, within)

    def averages(name: str) -> bool:
        words = " ".join(ast.unparse(each) for each in made.get(name, ()))
        return MEAN.search(words) is not None and "sum" not in words and "*" not in words

    for node in nodes(facts):
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add):
            continue
        # the sums of the rows are often averaged only here
        left, right = (
            each.func.value
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and called(each) == "mean"
            else each
            for each in (node.left, node.right)
        )
        if not isinstance(left, ast.Name) or not isinstance(right, ast.Name):
            continue
        for term, other in ((left.id, right.id), (right.id, left.id)):
            if adds_up(term) and averages(other):
                return Found(
                    "likely",
                    {},
                    [(N_("a sum"), f"`{term}`"), (N_("a mean"), f"`{ast.unparse(made[other][0])}`")],
                    place_of(facts, node),
                )
    return None


def rescaled(facts: Facts, name: str, within: Iterable[ast.AST]) -> bool:
    """Whether a sum is made much smaller, or multiplied or divided by an unknown number, before it becomes a term; `within` is all that its name is set to."""
    factors = [
        (node.op, node.value)
        for node in nodes(facts)
        if isinstance(node, ast.AugAssign) and ast.unparse(node.target) == name
    ]
    for node in (each for each in within if isinstance(each, ast.BinOp)):
        for side, factor in ((node.left, node.right), (node.right, node.left)):
            parts = [*ast.walk(side)]
            if name in names_in(side) or any(isinstance(each, ast.Call) and called(each) in SUMS for each in parts):
                factors.append((node.op, factor))
    for op, factor in factors:
        number = number_of(facts, factor.operand if isinstance(factor, ast.UnaryOp) else factor)
        if isinstance(op, ast.Mult) and (number is None or number < COMPARABLE):
            return True
        divides = isinstance(op, ast.Div) and ROWS.fullmatch(ast.unparse(factor)) is None
        if divides and (number is None or number > 1 / COMPARABLE):
            return True
    return False


LOOK = Look(
    name="sum-beside-mean",
    needs=("layers",),
    find=find,
    title=N_("One term of the loss is a sum, and the other one a mean"),
    why=N_(
        "The loss adds two terms. One is a mean over all numbers, the other one is a sum, and so counts many times as much. In a variational autoencoder, the Kullback-Leibler term then wins: the decoder gets no information and gives nearly the same output for every row."
    ),
    change=N_(
        "Reduce both terms in the same way: add up over the numbers of a row, and take the mean over the rows of the batch."
    ),
    terms=("loss function", "batch"),
)
