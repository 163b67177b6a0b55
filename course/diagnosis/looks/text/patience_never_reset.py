"""The epochs without progress are counted on after there was some."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

COUNTER = re.compile(r"patien|wait|counter|bad|no_improv|stale|stall|trigger|not_improv|since", re.IGNORECASE)
"""The names of what counts the epochs without progress."""
BEST = re.compile(r"best|lowest|highest|(?:^|[_.])(?:min|max)_|prev|last_", re.IGNORECASE)
"""The names of the best value so far."""


def find(facts: Facts) -> Found | None:
    ends = {
        ast.unparse(each)
        for node in nodes(facts)
        if (isinstance(node, ast.If) and stops(node.body)) or isinstance(node, ast.While)
        for each in ast.walk(node.test)
        if isinstance(each, ast.Name | ast.Attribute)
    }
    for node in nodes(facts):
        if not isinstance(node, ast.If) or not node.orelse or not for_progress(node.test):
            continue
        for counting, other in ((node.orelse, node.body), (node.body, node.orelse)):
            for each in counting:
                name = counted(each)
                if (
                    name not in ends
                    or not COUNTER.search(name)
                    or sets(other, name)
                    or sets(helpers(facts, other), name)
                ):
                    continue
                # another line of the same loop or function may set it back
                around = [outer for outer in nodes(facts) if is_around(outer, node)]
                if not any(sets([outer], name) for outer in around) and better(other):
                    return Found(
                        "likely",
                        {"name": name},
                        [(N_("counted in"), f"`{ast.unparse(each)}`"), (N_("lines that set it back"), 0)],
                        place_of(facts, node),
                    )
    return None


def for_progress(test: ast.expr) -> bool:
    """Whether a condition compares a value with the best one so far."""
    return any(
        isinstance(each, ast.Compare)
        and isinstance(each.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE)
        and BEST.search(ast.unparse(each)) is not None
        for each in ast.walk(test)
    )


def counted(node: ast.stmt) -> str:
    """The name that a statement adds 1 to, or takes 1 from; empty if it does not."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub) and ast.unparse(node.value) == "1":
        return ast.unparse(node.target)
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        name = ast.unparse(node.targets[0])
        return name if ast.unparse(node.value) == f"{name} + 1" else ""
    return ""


def helpers(facts: Facts, body: list[ast.stmt]) -> list[ast.stmt]:
    """What the functions of the program do that a block calls."""
    names = {called(each) for node in body for each in ast.walk(node) if isinstance(each, ast.Call)}
    own = [node for node in nodes(facts) if isinstance(node, ast.FunctionDef) and node.name in names]
    return [each for function in own for each in function.body]


def sets(body: list[ast.AST] | list[ast.stmt], name: str) -> bool:
    """Whether a block gives a name a value that does not rest on what it has."""
    return any(
        isinstance(each, ast.Assign)
        and counted(each) != name
        and any(ast.unparse(part) == name for target in each.targets for part in ast.walk(target))
        for node in body
        for each in ast.walk(node)
    )


def better(body: list[ast.stmt]) -> bool:
    """Whether a block keeps a new best value."""
    targets = [target for each in body if isinstance(each, ast.Assign) for target in each.targets]
    return any(BEST.search(ast.unparse(each)) for each in targets)


def is_around(node: ast.AST, inner: ast.AST) -> bool:
    """Whether a loop has it in it, or a function other than a constructor."""
    loop = isinstance(node, ast.For | ast.While) or (isinstance(node, ast.FunctionDef) and node.name != "__init__")
    begins = isinstance(node, ast.FunctionDef) and any(isinstance(each, ast.For | ast.While) for each in ast.walk(node))
    return loop and not begins and any(each is inner for each in ast.walk(node))


def stops(body: list[ast.stmt]) -> bool:
    """Whether a block ends a loop or a training."""
    return any(isinstance(each, ast.Break | ast.Return) for each in body) or any(
        re.search(r"stop\w* = True", ast.unparse(each)) for each in body
    )


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
