"""The epochs without progress are counted on after there was some."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

COUNTER = re.compile(r"patien|wait|counter|bad|no_improve|stale|stall|trigger|not_improv|since", re.IGNORECASE)
"""The names of what counts the epochs without progress."""


def find(facts: Facts) -> Found | None:
    ends = {
        ast.unparse(each)
        for node in nodes(facts)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Compare) and stops(node.body)
        for each in ast.walk(node.test)
        if isinstance(each, ast.Name | ast.Attribute)
    }
    for node in nodes(facts):
        if not isinstance(node, ast.If) or not node.orelse:
            continue
        for each in node.orelse:
            if (
                not isinstance(each, ast.AugAssign)
                or not isinstance(each.op, ast.Add)
                or ast.unparse(each.value) != "1"
            ):
                continue
            name = ast.unparse(each.target)
            if name in ends and COUNTER.search(name) and times_set(facts, name) == 1:
                return Found(
                    "likely",
                    {"name": name},
                    [(N_("counted in"), f"`{ast.unparse(each)}`"), (N_("lines that set it back"), 0)],
                    place_of(facts, node),
                )
    return None


def stops(body: list[ast.stmt]) -> bool:
    """Whether a block ends a loop or a training."""
    return any(isinstance(each, ast.Break | ast.Return) for each in body) or any(
        re.search(r"stop\w* = True", ast.unparse(each)) for each in body
    )


def times_set(facts: Facts, name: str) -> int:
    """In how many lines a name gets a value that does not rest on what it has."""
    found = 0
    for node in nodes(facts):
        if isinstance(node, ast.Assign):
            within = {ast.unparse(each) for target in node.targets for each in ast.walk(target)}
            found += name in within
        if isinstance(node, ast.AnnAssign):
            found += ast.unparse(node.target) == name
    return found


LOOK = Look(
    name="patience-never-reset",
    needs=(),
    find=find,
    title=N_("Early stopping counts epochs that do not follow one another"),
    why=N_(
        "`{name}` counts the epochs without progress. It is not set back to 0 when there is progress, so in the end it counts all such epochs since the beginning, and the training stops although the model is still getting better."
    ),
    change=N_("Set `{name}` to 0 where a new best value is found."),
    terms=("epoch", "validation loss"),
)
