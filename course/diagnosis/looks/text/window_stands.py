"""A window over a series keeps its oldest values, and loses the newest one."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

PUSHED = re.compile(
    r"(?:np\.append|np\.concatenate|np\.hstack|torch\.cat|tf\.concat)\(\(?\[?(?P<a>\w+)\[(?::, )?:-1(?:, :)*\],|^(?P<b>\w+)\[:-1\] \+ \["
)
"""How a value is put behind all others but the last."""


def find(facts: Facts) -> Found | None:
    for loop in (node for node in nodes(facts) if isinstance(node, ast.For | ast.While)):
        for node in ast.walk(loop):
            if not isinstance(node, ast.Assign) or len(node.targets) != 1:
                continue
            found, name = PUSHED.search(ast.unparse(node.value)), ast.unparse(node.targets[0])
            # a window over a series goes into a model in each pass
            if (
                found is not None
                and one_more(node.value)
                and name in (found["a"], found["b"])
                and any(asks(each, name) for each in ast.walk(loop))
            ):
                return Found(
                    "likely", {"name": name}, [(N_("the line"), f"`{ast.unparse(node)}`")], place_of(facts, node)
                )
    return None


def one_more(value: ast.expr) -> bool:
    """Whether a list gets one value for the one that it loses, as far as the values are written out."""
    added = value.right if isinstance(value, ast.BinOp) else None
    return not isinstance(added, ast.List) or len(added.elts) == 1


def asks(node: ast.AST, name: str) -> bool:
    """Whether a model is called with what has this name."""
    if not isinstance(node, ast.Call) or not re.search(
        r"model|net\b|predict|forecast|lstm|gru|rnn", ast.unparse(node.func), re.IGNORECASE
    ):
        return False
    return any(re.search(rf"\b{re.escape(name)}\b", ast.unparse(each)) for each in node.args)


LOOK = Look(
    name="window-stands",
    needs=(),
    find=find,
    title=N_("The window does not move on"),
    why=N_(
        "This line takes the last value of `{name}` away and puts the new one in its place. The older values stay for ever, so each forecast is made from the same beginning."
    ),
    change=N_("Drop the oldest value, which is the first one: `{name}[1:]`."),
    terms=("prediction",),
)
