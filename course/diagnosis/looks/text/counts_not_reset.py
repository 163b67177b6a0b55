"""What is counted in each epoch goes on from the count of the epoch before."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import FALLING, assigned, called, is_equal, last_part, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

EPOCHS = re.compile(r"epoch", re.IGNORECASE)
"""What is in the loops over epochs."""
SHORT = re.compile(r"^(?:e|ep)$")
"""How epochs are called for short, if they are counted."""


def find(facts: Facts) -> Found | None:
    sizes = {name for name, value in assigned(facts).items() if ast.unparse(value).startswith("len(")}
    for outer in nodes(facts):
        if not isinstance(outer, ast.For) or not over_epochs(outer):
            continue
        within = [*ast.walk(outer)]
        reset = {
            each.id
            for node in within
            if isinstance(node, ast.Assign | ast.AnnAssign)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            for each in ast.walk(target)
            if isinstance(each, ast.Name)
        }
        # a tensor is set back in its place
        reset |= {
            last_part(node.value.func.value)
            for node in within
            if isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Call)
            and isinstance(node.value.func, ast.Attribute)
        }
        added = {
            ast.unparse(node.target): node
            for loop in within
            if isinstance(loop, ast.For) and loop is not outer
            for node in ast.walk(loop)
            if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name)
        }
        for node in within:
            if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Div):
                continue
            above, below = without_percent(node.left), ast.unparse(node.right)
            if above not in added or above in reset or below in reset or EPOCHS.search(below):
                continue
            right = counts_right(added[above])
            size = below.startswith("len(") or below in sizes
            # a mean over all steps so far has both parts from the beginning
            if (right and (size or below in added)) or (FALLING.search(above) and size):
                return Found(
                    "likely",
                    {"name": above},
                    [
                        (N_("added to in each batch"), f"`{ast.unparse(added[above])}`"),
                        (N_("reported in each epoch"), f"`{ast.unparse(node)}`"),
                    ],
                    place_of(facts, added[above]),
                )
    return None


def over_epochs(loop: ast.For) -> bool:
    """Whether a loop counts epochs."""
    target, over = ast.unparse(loop.target), ast.unparse(loop.iter)
    counted = "range(" in over
    return EPOCHS.search(target) is not None or (
        counted and (SHORT.match(target) is not None or "epoch" in over.lower())
    )


def without_percent(node: ast.expr) -> str:
    """An expression without a hundred that multiplies it."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(one, ast.Constant):
                return ast.unparse(other)
    return ast.unparse(node)


def counts_right(added: ast.AugAssign) -> bool:
    """Whether the number of right predictions is added up."""
    within = [*ast.walk(added.value)]
    return any(map(is_equal, within)) and any(isinstance(each, ast.Call) and called(each) == "sum" for each in within)


LOOK = Look(
    name="counts-not-reset",
    needs=(),
    find=find,
    title=N_("What is reported for an epoch still holds the epochs before"),
    why=N_(
        "`{name}` is set to 0 once, before the first epoch. Each epoch adds to it, so what is reported is not that of the epoch: an accuracy lags behind and may pass 1, and a loss seems to rise although it falls."
    ),
    change=N_("Set `{name}` to 0 at the beginning of each epoch, inside the outer loop."),
    terms=("epoch", "batch"),
)
