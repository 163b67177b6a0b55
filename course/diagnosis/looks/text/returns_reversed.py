"""The returns of an episode are computed from its end, and stay in that order."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

BACK = re.compile(
    r"reversed\((?:[\w.]*rewards?\w*|\w*rews?|rs?)\)|(?:[\w.]*rewards?\w*|\w*rews?|rs?)\[::-1\]|range\(len\(\w*rew\w*\) - 1, -1, -1\)",
    re.IGNORECASE,
)
"""How a loop goes through rewards from the end."""
TURNED = re.compile(r"\[::-1\]|\.flip\(|\.reverse\(|reversed\(|insert\(0|appendleft|flipud|\.pop\(\)")
"""What turns a list round."""


def find(facts: Facts) -> Found | None:
    for loop in (node for node in nodes(facts) if isinstance(node, ast.For)):
        over = ast.unparse(loop.iter)
        if not BACK.fullmatch(over) or not re.search(r"gamma|discount", ast.unparse(loop), re.IGNORECASE):
            continue
        # whatever else is turned round may be these returns
        if TURNED.search(ast.unparse(ast.parse(facts.source)).replace(over, "", 1)):
            continue
        running = {ast.unparse(node.targets[0]) for node in ast.walk(loop) if isinstance(node, ast.Assign)}
        for node in ast.walk(loop):
            if not isinstance(node, ast.Call) or called(node) != "append" or not isinstance(node.func, ast.Attribute):
                continue
            # what is added up is put at the end of a list as it is
            if isinstance(node.func.value, ast.Name) and node.args and ast.unparse(node.args[0]) in running:
                rows = [
                    (N_("the loop"), f"`for {ast.unparse(loop.target)} in {over}`"),
                    (N_("the line"), f"`{ast.unparse(node)}`"),
                ]
                return Found("likely", {"name": ast.unparse(node.func.value)}, rows, place_of(facts, node))
    return None


LOOK = Look(
    name="returns-reversed",
    needs=(),
    find=find,
    title=N_("The returns of an episode are in the wrong order"),
    why=N_(
        "The loop goes through the rewards from the last to the first, and `append` puts each return at the end of `{name}`. So the first action of the episode gets the return of the last one."
    ),
    change=N_("Turn the list round after the loop, `{name}.reverse()`, or use `{name}.insert(0, …)`."),
    terms=("step",),
)
