"""A token has the number 0, which a layer of Keras masks as padding."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, keywords, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

MOST = 0.5
"""The share of the rows from which on a 0 in the middle is no unknown word."""
APART = re.compile(r"[<\[\"']pad[>\]\"']|\.get\([^()]*, 0\)", re.IGNORECASE)
"""What is in programs where the padding has the number 0, or what is rare is left out on purpose."""
LABELS = re.compile(r"label|class|tag|target|answer", re.IGNORECASE)
"""What is in the names of tables that number classes."""


def find(facts: Facts) -> Found | None:
    assert facts.batch is not None
    share = facts.batch.zeros_inside
    masked = next(
        (each for each in keywords(facts) if each.arg == "mask_zero" and ast.unparse(each.value) == "True"), None
    )
    if masked is None or share < MOST or APART.search(facts.source):
        return None
    if not any(map(numbers_from_zero, nodes(facts))):
        return None
    return Found(
        "likely",
        {},
        [(N_("share of the rows with a 0 between other token ids"), f"{share:.2f}")],
        place_of(facts, masked.value),
    )


def numbers_from_zero(node: ast.AST) -> bool:
    """Whether it sets a table to what gives each token its place in a list as its number, counted from 0."""
    value = node.value if isinstance(node, ast.Assign) else None
    if not isinstance(node, ast.Assign) or not isinstance(value, ast.DictComp) or len(value.generators) != 1:
        return False
    over, pair = value.generators[0].iter, value.generators[0].target
    counted = isinstance(over, ast.Call) and called(over) == "enumerate" and len(over.args) == 1 and not over.keywords
    return (
        counted
        and isinstance(pair, ast.Tuple)
        and ast.unparse(pair.elts[0]) == ast.unparse(value.value)
        and ast.unparse(pair.elts[-1]) == ast.unparse(value.key)
        and not LABELS.search(ast.unparse(node.targets[0]) + ast.unparse(over))
    )


LOOK = Look(
    name="token-taken-for-padding",
    needs=("batch",),
    find=find,
    title=N_("A token has the number 0, and is masked as padding"),
    why=N_(
        "With `mask_zero=True`, `Embedding` takes the token id 0 for padding, and the layers behind it that use a mask leave out these places. But your tokens are numbered from 0, so the first of them is left out wherever it stands."
    ),
    change=N_(
        "Number the tokens from 1, as with `enumerate(tokens, start=1)`, and give `Embedding` one row more. If no row has padding, leave out `mask_zero=True`."
    ),
    terms=("padding", "token id"),
)
