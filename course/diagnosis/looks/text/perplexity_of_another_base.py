"""A perplexity is a power of 2, and the loss is in natural logarithms."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

LOSS = re.compile(r"loss|nll|entropy|(?<![a-z])ce(?![a-z])", re.IGNORECASE)
PERPLEXITY = re.compile(r"ppl|perplex", re.IGNORECASE)
BITS = re.compile(r"log2|log\(2|bits|bpc|bpb|base=2", re.IGNORECASE)
"""What programs have in them that calculate with logarithms of base 2."""


def find(facts: Facts) -> Found | None:
    if BITS.search(facts.source):
        return None
    for node in nodes(facts):
        power = power_of(node)
        if power is None or not LOSS.search(ast.unparse(power)):
            continue
        if PERPLEXITY.search(place_of(facts, node).code):
            words = ast.unparse(node)
            return Found(
                "likely",
                {"power": words, "loss": ast.unparse(power)},
                [(N_("the perplexity"), f"`{words}`")],
                place_of(facts, node),
            )
    return None


def power_of(node: ast.AST) -> ast.expr | None:
    """What 2 is raised to."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and ast.unparse(node.left) in ("2", "2.0"):
        return node.right
    if isinstance(node, ast.Call) and called(node) == "exp2" and node.args:
        return node.args[0]
    if isinstance(node, ast.Call) and called(node) == "pow" and len(node.args) == 2:
        return node.args[1] if ast.unparse(node.args[0]) in ("2", "2.0") else None
    return None


LOOK = Look(
    name="perplexity-of-another-base",
    needs=(),
    find=find,
    title=N_("The perplexity is calculated with another base than the loss"),
    why=N_(
        "The libraries' cross-entropy is in natural logarithms, so the perplexity is e to the power of the loss. `{power}` is smaller than that, and cannot be compared with the perplexities that others report."
    ),
    change=N_("Use `math.exp({loss})`."),
    terms=("loss",),
)
