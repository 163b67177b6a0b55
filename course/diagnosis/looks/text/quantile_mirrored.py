"""The loss of a quantile has its two sides exchanged."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, place_of, scopes
from course.diagnosis.look import Found, Look
from course.i18n import N_

OUTPUT = re.compile(r"pred|out|hat|forecast|\bq\b|estimate", re.IGNORECASE)
"""What is in the names of what a model says."""
TARGET = re.compile(r"target|true|label|actual|\by\w?\b|observed", re.IGNORECASE)
"""What is in the names of what it should say."""
GREATER = ("max", "maximum")


def find(facts: Facts) -> Found | None:
    for body in scopes(facts):
        differences = {
            ast.unparse(node.targets[0]): node
            for node in body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.Sub)
        }
        for node in body:
            if not isinstance(node, ast.Call) or called(node) not in GREATER or len(node.args) != 2:
                continue
            for name, made in differences.items():
                if not is_pinball(node, name):
                    continue
                assert isinstance(made.value, ast.BinOp)
                first, second = ast.unparse(made.value.left), ast.unparse(made.value.right)
                if is_one(first, OUTPUT, TARGET) and is_one(second, TARGET, OUTPUT):
                    return Found(
                        "likely",
                        {"difference": ast.unparse(made.value), "right": f"{second} - {first}"},
                        [
                            (N_("line of code"), f"`{ast.unparse(made)}`"),
                            (N_("line of code"), f"`{ast.unparse(node)[:120]}`"),
                        ],
                        place_of(facts, made),
                    )
    return None


def is_pinball(node: ast.Call, name: str) -> bool:
    """Whether it is the greater of `share * difference` and `(share - 1) * difference`."""
    factors = []
    for each in node.args:
        if not isinstance(each, ast.BinOp) or not isinstance(each.op, ast.Mult):
            return False
        sides = [ast.unparse(each.left), ast.unparse(each.right)]
        if name not in sides:
            return False
        sides.remove(name)
        factors.append(sides[0].strip("()"))
    share, other = factors
    return other.replace(" ", "") == f"{share}-1".replace(" ", "")


def is_one(words: str, pattern: re.Pattern[str], other: re.Pattern[str]) -> bool:
    return pattern.search(words) is not None and other.search(words) is None


LOOK = Look(
    name="quantile-mirrored",
    needs=(),
    find=find,
    title=N_("The loss of a quantile has its two sides exchanged"),
    why=N_(
        "The loss of a quantile takes the target minus the output. Here it gets `{difference}`. So for the 90% quantile the model learns the value that only 10% of the targets lie below."
    ),
    change=N_("Turn the difference round: `{right}`."),
    terms=("loss function", "target"),
)
